import { deleteForm } from '../../lib/contract/form.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as forms from '../../lib/store/form/form.ts'

export const handler = endpoint(deleteForm, async (caller, { params }) => {
  await forms.deleteForm(caller, params.formId)
  return deleted
})
