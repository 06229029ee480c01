import { declare } from '../../lib/contract/endpoint.ts'
import { none, success } from '../../lib/contract/fields.ts'
import { deleteField } from '../../lib/fields/definitions.ts'
import { fieldParams } from '../../lib/fields/field.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'fields.delete',
  method: 'DELETE',
  path: '/fields/{fieldKey}',
  auth: { kind: 'token', scope: 'delete', isForAccount: true },
  params: fieldParams,
  query: none,
  success: 200,
  answer: success,
  errors: ['field_not_found', 'quota_exceeded'],
  access: ['GetItem', 'PutItem'],
})

export const words = (): Words => ({
  tag: 'Fields',
  summary: 'Delete a field',
  description:
    'The field takes no new values. Tasks keep the values that they have, and show them, until a change removes them with null. Lists can still be filtered by them. Create a field with the same key and type to bring it back.',
  answer: { success: true },
})

export const operation = endpoint(declaration, async (caller, { params }) => {
  await deleteField(caller, params.fieldKey)
  return deleted
})
