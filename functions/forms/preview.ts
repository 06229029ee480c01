import { previewForm } from '../../lib/contract/form.ts'
import { preview } from '../../lib/form/preview.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { getFormItem } from '../../lib/store/form/form.ts'
import { rulesOf } from '../../lib/store/form/item.ts'

export const handler = endpoint(previewForm, async (caller, { params, body }) => {
  const rules = rulesOf(await getFormItem(caller, params.formId))
  const mapping = body.mapping === undefined ? rules.mapping : (body.mapping ?? undefined)
  return { body: await preview({ ...rules, mapping }, body, Date.now()) }
})
