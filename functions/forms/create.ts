import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { hooksAndWrite } from '../../lib/contract/scope-hooks.ts'
import { maxForms } from '../../lib/contract/limits.ts'
import { formUrl } from '../../lib/forms/form-url.ts'
import { formWithUrl, newForm } from '../../lib/forms/form.ts'
import * as forms from '../../lib/forms/forms.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { form, ids } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'forms.create',
  method: 'POST',
  path: '/forms',
  auth: hooksAndWrite,
  params: none,
  query: none,
  body: newForm,
  success: 201,
  answer: formWithUrl,
  errors: ['project_not_found', 'quota_exceeded'],
  access: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => {
  const url = 'https://api.example.com/v1/hooks/hk_<account>_<form>_<random>_<checksum>'
  return {
    tag: 'Forms',
    summary: 'Create a form',
    description: `Only this answer has the \`url\`; no later answer shows it again. Anyone who knows the URL can send submissions. Also needs the scope \`write\`. An account can have at most ${maxForms} forms.`,
    body: { projectId: ids.projectId, name: 'Contact' },
    answer: { form: { ...form, url } },
  }
}

export const operation = endpoint(declaration, async (caller, { path, baseUrl, body }) => {
  const { form, key } = await forms.createForm(caller, body)
  return {
    body: { form: { ...form, url: formUrl(baseUrl, key) } },
    headers: { Location: `${path}/${form.id}` },
  }
})
