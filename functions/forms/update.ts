import { updateForm } from '../../lib/forms/form.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as forms from '../../lib/forms/forms.ts'

export const handler = endpoint(updateForm, async (caller, { params, body }) => {
  return { body: { form: await forms.updateForm(caller, params.formId, body) } }
})
