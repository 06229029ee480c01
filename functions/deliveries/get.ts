import { getDelivery } from '../../lib/contract/delivery.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as deliveries from '../../lib/store/webhook/deliveries.ts'

export const handler = endpoint(getDelivery, async (caller, { params }) => ({
  body: { delivery: await deliveries.getDelivery(caller, params.webhookId, params.deliveryId) },
}))
