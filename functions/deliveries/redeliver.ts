import { declare } from '../../lib/contract/endpoint.ts'
import { none, success } from '../../lib/contract/fields.ts'
import { hooksAndRead } from '../../lib/contract/scope-hooks.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { deliveryParams } from '../../lib/webhooks/delivery.ts'
import * as redeliveries from '../../lib/webhooks/deliveries.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'deliveries.redeliver',
  method: 'POST',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
  auth: hooksAndRead,
  params: deliveryParams,
  query: none,
  success: 200,
  answer: success,
  errors: ['webhook_not_found', 'delivery_not_found'],
  access: ['BatchGetItem', 'GetItem', 'PutItem'],
  sends: ['webhooks.deliver'],
})

export const words = (): Words => ({
  tag: 'Deliveries',
  summary: 'Send a delivery again',
  description:
    'Sends the event again with the same id; its attempts start at 1. If the webhook is not active, the event waits until it is. An event that is no longer kept gets 404. Also needs the scope `read`.',
  answer: { success: true },
})

export const operation = endpoint(declaration, async (caller, { params }) => {
  await redeliveries.redeliver(caller, params.webhookId, params.deliveryId)
  return { body: { success: true } } as const
})
