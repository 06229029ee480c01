import { declare } from '../../lib/contract/endpoint.ts'
import { none, success, webhookParams } from '../../lib/contract/fields.ts'
import { hooks } from '../../lib/contract/scope-hooks.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as webhooks from '../../lib/webhooks/webhooks.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'webhooks.delete',
  method: 'DELETE',
  path: '/webhooks/{webhookId}',
  auth: hooks,
  params: webhookParams,
  query: none,
  success: 200,
  answer: success,
  errors: ['webhook_not_found'],
  access: ['DeleteItem'],
})

export const words = (): Words => ({
  tag: 'Webhooks',
  summary: 'Delete a webhook',
  description: 'Its receiver gets nothing more. Its deliveries can no longer be read.',
  answer: { success: true },
})

export const operation = endpoint(declaration, async (caller, { params }) => {
  await webhooks.deleteWebhook(caller, params.webhookId)
  return deleted
})
