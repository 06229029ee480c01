import { testWebhook } from '../../lib/webhooks/webhook.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { getWebhookItem } from '../../lib/webhooks/webhooks.ts'
import { sendTest } from '../../lib/webhooks/send-test.ts'

export const handler = endpoint(testWebhook, async (caller, { params }) => ({
  body: await sendTest(await getWebhookItem(caller, params.webhookId), caller.deadlineMs),
}))
