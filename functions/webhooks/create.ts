import { ApiError } from '../../lib/contract/api-error.ts'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { hooksAndRead } from '../../lib/contract/scope-hooks.ts'
import { maxWebhooks } from '../../lib/contract/limits.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { newWebhook, webhookWithSecret } from '../../lib/webhooks/webhook.ts'
import * as webhooks from '../../lib/webhooks/webhooks.ts'
import { webhook } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'webhooks.create',
  method: 'POST',
  path: '/webhooks',
  auth: hooksAndRead,
  params: none,
  query: none,
  body: newWebhook,
  success: 201,
  answer: webhookWithSecret,
  errors: ['project_not_found', 'quota_exceeded'],
  access: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => {
  const secret = 'whsec_your-secret'
  return {
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description: `Only this answer has the \`secret\`, with which deliveries are signed; no later answer shows it again. Every write from now on is delivered. The URL must begin with https:// and lead to a public address; a service on one machine also takes http://localhost. Also needs the scope \`read\`. An account can have at most ${maxWebhooks} webhooks.`,
    body: { url: webhook.url, eventTypes: ['task.completed'] },
    answer: { webhook: { ...webhook, event_types: ['task.completed'] }, secret },
  }
}

export const operation = endpoint(declaration, async (caller, { path, body }) => {
  // the local service sets it when its engine has no streams, so that no event could be made
  const { WEBHOOKS_UNAVAILABLE: reason } = process.env
  if (reason) throw new ApiError('service_unavailable', reason)
  const created = await webhooks.createWebhook(caller, body)
  return { body: created, headers: { Location: `${path}/${created.webhook.id}` } }
})
