import { getDelivery } from '../../lib/webhooks/delivery.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as deliveries from '../../lib/webhooks/deliveries.ts'

export const handler = endpoint(getDelivery, async (caller, { params }) => ({
  body: { delivery: await deliveries.getDelivery(caller, params.webhookId, params.deliveryId) },
}))
