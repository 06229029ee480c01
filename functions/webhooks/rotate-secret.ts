import { declare } from '../../lib/contract/endpoint.ts'
import { none, rotation, webhookParams } from '../../lib/contract/fields.ts'
import { hooksAndRead } from '../../lib/contract/scope-hooks.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { rotateSecret } from '../../lib/webhooks/webhooks.ts'
import { webhookWithSecret } from '../../lib/webhooks/webhook.ts'
import { webhook } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'webhooks.rotate-secret',
  method: 'POST',
  path: '/webhooks/{webhookId}/rotate-secret',
  auth: hooksAndRead,
  params: webhookParams,
  query: none,
  body: rotation,
  success: 200,
  answer: webhookWithSecret,
  errors: ['webhook_not_found'],
  access: ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => {
  const secret = 'whsec_your-secret'
  return {
    tag: 'Webhooks',
    summary: 'Give a webhook a new secret',
    description:
      'Deliveries are also signed with the old secret for `oldValidHours`, so that none is refused while you change your receiver. Also needs the scope `read`.',
    body: { oldValidHours: 24 },
    answer: { webhook, secret },
  }
}

export const operation = endpoint(declaration, async (caller, { params, body }) => ({
  body: await rotateSecret(caller, params.webhookId, body.oldValidHours),
}))
