import { listForms } from '../../lib/contract/form.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as forms from '../../lib/store/form/form.ts'

export const handler = endpoint(listForms, async (caller) => ({
  body: { forms: await forms.listForms(caller) },
}))
