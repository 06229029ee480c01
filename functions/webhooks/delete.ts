import { deleteWebhook } from '../../lib/contract/webhook.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as webhooks from '../../lib/store/webhook/webhook.ts'

export const handler = endpoint(deleteWebhook, async (caller, { params }) => {
  await webhooks.deleteWebhook(caller, params.webhookId)
  return deleted
})
