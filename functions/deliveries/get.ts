import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { hooksAndRead } from '../../lib/contract/scope-hooks.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as deliveries from '../../lib/webhooks/deliveries.ts'
import { deliveryParams, wholeDelivery } from '../../lib/webhooks/delivery.ts'
import { delivery, sent } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'deliveries.get',
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}',
  auth: hooksAndRead,
  params: deliveryParams,
  query: none,
  success: 200,
  answer: z.object({ delivery: wholeDelivery }),
  errors: ['webhook_not_found', 'delivery_not_found'],
  access: ['BatchGetItem', 'GetItem'],
})

export const words = (): Words => ({
  tag: 'Deliveries',
  summary: 'Read a delivery',
  description:
    'Returns the delivery with the body that was sent and the first 1 KiB of the answer. Also needs the scope `read`.',
  answer: { delivery: { ...delivery, ...sent } },
})

export const operation = endpoint(declaration, async (caller, { params }) => ({
  body: { delivery: await deliveries.getDelivery(caller, params.webhookId, params.deliveryId) },
}))
