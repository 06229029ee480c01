import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { hooks } from '../../lib/contract/scope-hooks.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { webhook } from '../../lib/webhooks/webhook.ts'
import * as webhooks from '../../lib/webhooks/webhooks.ts'
import { webhook as exampleWebhook } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'webhooks.list',
  method: 'GET',
  path: '/webhooks',
  auth: hooks,
  params: none,
  query: none,
  success: 200,
  answer: z.object({ webhooks: z.array(webhook) }),
  errors: [],
  access: ['Query'],
})

export const words = (): Words => ({
  tag: 'Webhooks',
  summary: 'List webhooks',
  description:
    'Lists all webhooks of the account, oldest first, without their secrets and the values of their headers.',
  answer: { webhooks: [exampleWebhook] },
})

export const operation = endpoint(declaration, async (caller) => ({
  body: { webhooks: await webhooks.listWebhooks(caller) },
}))
