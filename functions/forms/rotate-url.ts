import { rotateFormUrl } from '../../lib/forms/form.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { formUrl } from '../../lib/forms/form-url.ts'
import * as forms from '../../lib/forms/forms.ts'

export const handler = endpoint(rotateFormUrl, async (caller, { params, baseUrl, body }) => {
  const { form, key } = await forms.rotateKey(caller, params.formId, body.oldValidHours)
  return { body: { form: { ...form, url: formUrl(baseUrl, key) } } }
})
