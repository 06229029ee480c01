import { declare } from '../../lib/contract/endpoint.ts'
import { formParams, none, rotation } from '../../lib/contract/fields.ts'
import { hooksAndWrite } from '../../lib/contract/scope-hooks.ts'
import { formUrl } from '../../lib/forms/form-url.ts'
import { formWithUrl } from '../../lib/forms/form.ts'
import * as forms from '../../lib/forms/forms.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { form } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'forms.rotate-url',
  method: 'POST',
  path: '/forms/{formId}/rotate-url',
  auth: hooksAndWrite,
  params: formParams,
  query: none,
  body: rotation,
  success: 200,
  answer: formWithUrl,
  errors: ['form_not_found'],
  access: ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => {
  const url = 'https://api.example.com/v1/hooks/hk_<account>_<form>_<random>_<checksum>'
  return {
    tag: 'Forms',
    summary: 'Give a form a new URL',
    description:
      'The old URL stays valid for `oldValidHours`, so that no submission is lost while you change the URL at the sender. With 0 it stops working within a minute. Also needs the scope `write`.',
    body: { oldValidHours: 24 },
    answer: { form: { ...form, url } },
  }
}

export const operation = endpoint(declaration, async (caller, { params, baseUrl, body }) => {
  const { form, key } = await forms.rotateKey(caller, params.formId, body.oldValidHours)
  return { body: { form: { ...form, url: formUrl(baseUrl, key) } } }
})
