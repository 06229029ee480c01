import { listDeliveries } from '../../lib/contract/delivery.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as deliveries from '../../lib/store/webhook/deliveries.ts'

export const handler = endpoint(listDeliveries, async (caller, { params, query, ...input }) =>
  pageAnswer(input, await deliveries.listDeliveries(caller, params.webhookId, query)),
)
