import { getForm } from '../../lib/forms/form.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { getFormItem } from '../../lib/forms/forms.ts'
import { toForm } from '../../lib/forms/form-item.ts'

export const handler = endpoint(getForm, async (caller, { params }) => ({
  body: { form: toForm(await getFormItem(caller, params.formId)) },
}))
