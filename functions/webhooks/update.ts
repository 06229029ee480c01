import { declare } from '../../lib/contract/endpoint.ts'
import { none, webhookParams } from '../../lib/contract/fields.ts'
import { hooksAndRead } from '../../lib/contract/scope-hooks.ts'
import { maxEventDays } from '../../lib/contract/limits.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as updates from '../../lib/webhooks/update.ts'
import { webhookAnswer, webhookChange } from '../../lib/webhooks/webhook.ts'
import { webhook } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'webhooks.update',
  method: 'PATCH',
  path: '/webhooks/{webhookId}',
  auth: hooksAndRead,
  params: webhookParams,
  query: none,
  body: webhookChange,
  success: 200,
  answer: webhookAnswer,
  errors: ['webhook_not_found', 'project_not_found'],
  access: ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
  sends: ['webhooks.deliver'],
})

export const words = (): Words => ({
  tag: 'Webhooks',
  summary: 'Change a webhook',
  description: `Changes only the fields that you send. Null removes a setting. With \`"status": "active"\` it starts again, clears the failures of its receiver, and sends all waiting events at once. A paused or disabled webhook gets no events. Earlier events wait until it is active; later ones can be replayed for ${maxEventDays} days. Also needs the scope \`read\`.`,
  body: { status: 'active' },
  answer: { webhook },
})

export const operation = endpoint(declaration, async (caller, { params, body }) => ({
  body: { webhook: await updates.updateWebhook(caller, params.webhookId, body) },
}))
