import { createForm } from '../../lib/forms/form.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { formUrl } from '../../lib/forms/form-url.ts'
import * as forms from '../../lib/forms/forms.ts'

export const handler = endpoint(createForm, async (caller, { path, baseUrl, body }) => {
  const { form, key } = await forms.createForm(caller, body)
  return {
    body: { form: { ...form, url: formUrl(baseUrl, key) } },
    headers: { Location: `${path}/${form.id}` },
  }
})
