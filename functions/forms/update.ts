import { updateForm } from '../../lib/contract/form.ts'
import { requireScope } from '../../lib/http/authenticate.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as forms from '../../lib/store/form/form.ts'

export const handler = endpoint(updateForm, async (caller, { params, body }) => {
  requireScope(caller, 'write')
  return { body: { form: await forms.updateForm(caller, params.formId, body) } }
})
