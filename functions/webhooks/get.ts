import { getWebhook } from '../../lib/webhooks/webhook.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { toWebhook } from '../../lib/webhooks/webhook-item.ts'
import { getWebhookItem } from '../../lib/webhooks/webhooks.ts'

export const handler = endpoint(getWebhook, async (caller, { params }) => ({
  body: { webhook: toWebhook(await getWebhookItem(caller, params.webhookId)) },
}))
