import { redeliver } from '../../lib/webhooks/delivery.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as redeliveries from '../../lib/webhooks/redeliver.ts'

export const handler = endpoint(redeliver, async (caller, { params }) => {
  await redeliveries.redeliver(caller, params.webhookId, params.deliveryId)
  return { body: { success: true } } as const
})
