import { rotateWebhookSecret } from '../../lib/webhooks/webhook.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { rotateSecret } from '../../lib/webhooks/rotate-secret.ts'

export const handler = endpoint(rotateWebhookSecret, async (caller, { params, body }) => ({
  body: await rotateSecret(caller, params.webhookId, body.oldValidHours),
}))
