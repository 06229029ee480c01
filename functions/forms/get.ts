import { declare } from '../../lib/contract/endpoint.ts'
import { formParams, none } from '../../lib/contract/fields.ts'
import { hooks } from '../../lib/contract/scope-hooks.ts'
import { maxHeldSubmissions } from '../../lib/contract/limits.ts'
import { toForm } from '../../lib/forms/form-item.ts'
import { formAnswer } from '../../lib/forms/form.ts'
import { getFormItem } from '../../lib/forms/forms.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { form } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'forms.get',
  method: 'GET',
  path: '/forms/{formId}',
  auth: hooks,
  params: formParams,
  query: none,
  success: 200,
  answer: formAnswer,
  errors: ['form_not_found'],
  access: ['GetItem'],
})

export const words = (): Words => ({
  tag: 'Forms',
  summary: 'Read a form',
  description: `Returns the form. \`held_count\` is the number of submissions that wait for a replay. A form holds at most ${maxHeldSubmissions} submissions.`,
  answer: { form },
})

export const operation = endpoint(declaration, async (caller, { params }) => ({
  body: { form: toForm(await getFormItem(caller, params.formId)) },
}))
