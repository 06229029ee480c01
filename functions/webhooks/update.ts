import { updateWebhook } from '../../lib/webhooks/webhook.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as updates from '../../lib/webhooks/update.ts'

export const handler = endpoint(updateWebhook, async (caller, { params, body }) => ({
  body: { webhook: await updates.updateWebhook(caller, params.webhookId, body) },
}))
