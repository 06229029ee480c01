import { declare } from '../../lib/contract/endpoint.ts'
import { none, webhookParams } from '../../lib/contract/fields.ts'
import { hooks } from '../../lib/contract/scope-hooks.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { sendTest } from '../../lib/webhooks/send-test.ts'
import { testWebhookAnswer } from '../../lib/webhooks/webhook.ts'
import { getWebhookItem } from '../../lib/webhooks/webhooks.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'webhooks.test',
  method: 'POST',
  path: '/webhooks/{webhookId}/test',
  auth: hooks,
  params: webhookParams,
  query: none,
  success: 200,
  answer: testWebhookAnswer,
  errors: ['webhook_not_found'],
  access: ['GetItem'],
})

export const words = (): Words => ({
  tag: 'Webhooks',
  summary: 'Test a webhook',
  description:
    'Sends the event `webhook.test` now, in the format of the webhook, signed and with the headers of a delivery. Returns what was sent, and what the receiver answered within 8 seconds. It works whatever the status of the webhook is. It is not listed with the deliveries.',
  answer: {
    delivered: true,
    status: 200,
    duration_ms: 87,
    body: '{"type": "webhook.test"}',
    response: 'ok',
    error: null,
  },
})

export const operation = endpoint(declaration, async (caller, { params }) => ({
  body: await sendTest(await getWebhookItem(caller, params.webhookId), caller.deadlineMs),
}))
