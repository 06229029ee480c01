import { deleteForm } from '../../lib/forms/form.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as forms from '../../lib/forms/forms.ts'

export const handler = endpoint(deleteForm, async (caller, { params }) => {
  await forms.deleteForm(caller, params.formId)
  return deleted
})
