import { testWebhook } from '../../lib/contract/webhook.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { getWebhookItem } from '../../lib/store/webhook/webhook.ts'
import { sendTest } from '../../lib/store/webhook/send-test.ts'

export const handler = endpoint(testWebhook, async (caller, { params }) => ({
  body: await sendTest(await getWebhookItem(caller, params.webhookId), caller.deadlineMs),
}))
