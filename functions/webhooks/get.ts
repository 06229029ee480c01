import { declare } from '../../lib/contract/endpoint.ts'
import { none, webhookParams } from '../../lib/contract/fields.ts'
import { hooks } from '../../lib/contract/scope-hooks.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { toWebhook } from '../../lib/webhooks/webhook-item.ts'
import { webhookAnswer } from '../../lib/webhooks/webhook.ts'
import { getWebhookItem } from '../../lib/webhooks/webhooks.ts'
import { webhook } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'webhooks.get',
  method: 'GET',
  path: '/webhooks/{webhookId}',
  auth: hooks,
  params: webhookParams,
  query: none,
  success: 200,
  answer: webhookAnswer,
  errors: ['webhook_not_found'],
  access: ['GetItem'],
})

export const words = (): Words => ({
  tag: 'Webhooks',
  summary: 'Read a webhook',
  description:
    'Returns the webhook. `failing_since` is the time since which its deliveries have failed. If all events wait for its receiver, `next_attempt_at` is the time of the next attempt.',
  answer: { webhook },
})

export const operation = endpoint(declaration, async (caller, { params }) => ({
  body: { webhook: toWebhook(await getWebhookItem(caller, params.webhookId)) },
}))
