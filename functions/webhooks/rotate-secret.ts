import { rotateWebhookSecret } from '../../lib/contract/webhook.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { rotateSecret } from '../../lib/store/webhook/rotate-secret.ts'

export const handler = endpoint(rotateWebhookSecret, async (caller, { params, body }) => ({
  body: await rotateSecret(caller, params.webhookId, body.oldValidHours),
}))
