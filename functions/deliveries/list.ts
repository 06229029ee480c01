import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { nextCursor, paging, webhookParams } from '../../lib/contract/fields.ts'
import { hooksAndRead } from '../../lib/contract/scope-hooks.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as deliveries from '../../lib/webhooks/deliveries.ts'
import { delivery, deliveryOutcomes } from '../../lib/webhooks/delivery.ts'
import { delivery as exampleDelivery } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'deliveries.list',
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries',
  auth: hooksAndRead,
  params: webhookParams,
  query: z.strictObject({ ...paging, outcome: z.optional(z.literal(deliveryOutcomes)) }),
  success: 200,
  answer: z.object({ deliveries: z.array(delivery), next_cursor: nextCursor }),
  errors: ['webhook_not_found'],
  access: ['GetItem', 'Query'],
})

export const words = (): Words => ({
  tag: 'Deliveries',
  summary: 'List deliveries',
  description:
    'Lists the deliveries of a webhook, newest first, in pages. A page can have fewer entries than `limit` and still have a `next_cursor`. Also needs the scope `read`.',
  query: { outcome: 'failed' },
  answer: {
    deliveries: [{ ...exampleDelivery, outcome: 'failed', status: 500, error: 'The receiver answered 500.' }],
    next_cursor: null,
  },
})

export const operation = endpoint(declaration, async (caller, { params, query, ...input }) =>
  pageAnswer(input, await deliveries.listDeliveries(caller, params.webhookId, query)),
)
