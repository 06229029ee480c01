import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { updateField } from '../../lib/fields/definitions.ts'
import { fieldAnswer, fieldChange, fieldParams } from '../../lib/fields/field.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { field } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'fields.update',
  method: 'PATCH',
  path: '/fields/{fieldKey}',
  auth: { kind: 'token', scope: 'write', isForAccount: true },
  params: fieldParams,
  query: none,
  body: fieldChange,
  success: 200,
  answer: fieldAnswer,
  errors: ['field_not_found', 'quota_exceeded'],
  access: ['GetItem', 'PutItem'],
})

export const words = (): Words => ({
  tag: 'Fields',
  summary: 'Change or move a field',
  description:
    'Changes only what you send. `options` replaces the whole list: a value that you leave out is no longer accepted, and tasks that have it keep it. For up to a minute, requests may still accept that value. To move the field, send either `beforeKey` or `afterKey`, not both.',
  body: { label: 'Urgency' },
  answer: { field: { ...field, label: 'Urgency', updated_at: '2026-11-21T04:28:36.512Z' } },
})

export const operation = endpoint(declaration, async (caller, { params, body }) => ({
  body: { field: await updateField(caller, params.fieldKey, body) },
}))
