import { listWebhooks } from '../../lib/contract/webhook.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as webhooks from '../../lib/store/webhook/webhook.ts'

export const handler = endpoint(listWebhooks, async (caller) => ({
  body: { webhooks: await webhooks.listWebhooks(caller) },
}))
