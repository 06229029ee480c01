import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { maxFields, maxFieldsKib, maxRetiredFields } from '../../lib/contract/limits.ts'
import { createField } from '../../lib/fields/definitions.ts'
import { fieldAnswer, newField } from '../../lib/fields/field.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { field } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'fields.create',
  method: 'POST',
  path: '/fields',
  auth: { kind: 'token', scope: 'write', isForAccount: true },
  params: none,
  query: none,
  body: newField,
  success: 201,
  answer: fieldAnswer,
  errors: ['field_exists', 'quota_exceeded'],
  access: ['GetItem', 'PutItem'],
})

export const words = (): Words => ({
  tag: 'Fields',
  summary: 'Create a field',
  description: `Adds a field at the end. Its key and type never change. An account has at most ${maxFields} fields, with ${maxFieldsKib} KiB of definitions. The key of a deleted field can be used again with the same type: tasks that still have its values keep them. An account remembers ${maxRetiredFields} deleted keys.`,
  body: {
    ...{ key: 'priority', label: 'Priority', type: 'select' },
    options: [{ value: 'high', label: 'High', color: 'red' }],
  },
  answer: { field },
})

export const operation = endpoint(declaration, async (caller, { path, body }) => {
  const created = await createField(caller, body)
  return { body: { field: created }, headers: { Location: `${path}/${created.key}` } }
})
