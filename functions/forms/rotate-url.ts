import { rotateFormUrl } from '../../lib/contract/form.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { formUrl } from '../../lib/http/form-url.ts'
import * as forms from '../../lib/store/form/form.ts'

export const handler = endpoint(rotateFormUrl, async (caller, { params, baseUrl, body }) => {
  const { form, key } = await forms.rotateKey(caller, params.formId, body.oldValidHours)
  return { body: { form: { ...form, url: formUrl(baseUrl, key) } } }
})
