import { listDeliveries } from '../../lib/webhooks/delivery.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as deliveries from '../../lib/webhooks/deliveries.ts'

export const handler = endpoint(listDeliveries, async (caller, { params, query, ...input }) =>
  pageAnswer(input, await deliveries.listDeliveries(caller, params.webhookId, query)),
)
