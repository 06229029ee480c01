import { declare } from '../../lib/contract/endpoint.ts'
import { formParams, none } from '../../lib/contract/fields.ts'
import { hooksAndWrite } from '../../lib/contract/scope-hooks.ts'
import { formAnswer, formChange } from '../../lib/forms/form.ts'
import * as forms from '../../lib/forms/forms.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { form } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'forms.update',
  method: 'PATCH',
  path: '/forms/{formId}',
  auth: hooksAndWrite,
  params: formParams,
  query: none,
  body: formChange,
  success: 200,
  answer: formAnswer,
  errors: ['form_not_found', 'project_not_found'],
  access: ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => ({
  tag: 'Forms',
  summary: 'Change a form',
  description:
    'Changes only the fields that you send. Null removes a setting. A change takes effect within a minute. Also needs the scope `write`.',
  body: { paused: true },
  answer: { form: { ...form, paused: true } },
})

export const operation = endpoint(declaration, async (caller, { params, body }) => {
  return { body: { form: await forms.updateForm(caller, params.formId, body) } }
})
