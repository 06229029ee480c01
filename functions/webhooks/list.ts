import { listWebhooks } from '../../lib/webhooks/webhook.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as webhooks from '../../lib/webhooks/webhooks.ts'

export const handler = endpoint(listWebhooks, async (caller) => ({
  body: { webhooks: await webhooks.listWebhooks(caller) },
}))
