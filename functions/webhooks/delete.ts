import { deleteWebhook } from '../../lib/webhooks/webhook.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as webhooks from '../../lib/webhooks/webhooks.ts'

export const handler = endpoint(deleteWebhook, async (caller, { params }) => {
  await webhooks.deleteWebhook(caller, params.webhookId)
  return deleted
})
