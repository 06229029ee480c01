import { ApiError } from '../../lib/contract/api-error.ts'
import { createWebhook } from '../../lib/webhooks/webhook.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as webhooks from '../../lib/webhooks/webhooks.ts'

export const handler = endpoint(createWebhook, async (caller, { path, body }) => {
  // the local service sets it when its engine has no streams, so that no event could be made
  const { WEBHOOKS_UNAVAILABLE: reason } = process.env
  if (reason) throw new ApiError('service_unavailable', reason)
  const created = await webhooks.createWebhook(caller, body)
  return { body: created, headers: { Location: `${path}/${created.webhook.id}` } }
})
