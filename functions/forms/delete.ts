import { declare } from '../../lib/contract/endpoint.ts'
import { formParams, none, success } from '../../lib/contract/fields.ts'
import { hooks } from '../../lib/contract/scope-hooks.ts'
import * as forms from '../../lib/forms/forms.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'forms.delete',
  method: 'DELETE',
  path: '/forms/{formId}',
  auth: hooks,
  params: formParams,
  query: none,
  success: 200,
  answer: success,
  errors: ['form_not_found'],
  access: ['DeleteItem'],
})

export const words = (): Words => ({
  tag: 'Forms',
  summary: 'Delete a form',
  description:
    'The URL of the form stops working within a minute. Its submissions can no longer be read. Its tasks stay.',
  answer: { success: true },
})

export const operation = endpoint(declaration, async (caller, { params }) => {
  await forms.deleteForm(caller, params.formId)
  return deleted
})
