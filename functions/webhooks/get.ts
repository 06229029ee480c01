import { getWebhook } from '../../lib/contract/webhook.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { toWebhook } from '../../lib/store/webhook/item.ts'
import { getWebhookItem } from '../../lib/store/webhook/webhook.ts'

export const handler = endpoint(getWebhook, async (caller, { params }) => ({
  body: { webhook: toWebhook(await getWebhookItem(caller, params.webhookId)) },
}))
