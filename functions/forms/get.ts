import { getForm } from '../../lib/contract/form.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { getFormItem } from '../../lib/store/form/form.ts'
import { toForm } from '../../lib/store/form/item.ts'

export const handler = endpoint(getForm, async (caller, { params }) => ({
  body: { form: toForm(await getFormItem(caller, params.formId)) },
}))
