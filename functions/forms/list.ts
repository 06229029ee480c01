import { listForms } from '../../lib/forms/form.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as forms from '../../lib/forms/forms.ts'

export const handler = endpoint(listForms, async (caller) => ({
  body: { forms: await forms.listForms(caller) },
}))
