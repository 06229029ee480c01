import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { hooks } from '../../lib/contract/scope-hooks.ts'
import { form } from '../../lib/forms/form.ts'
import * as forms from '../../lib/forms/forms.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { form as exampleForm } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'forms.list',
  method: 'GET',
  path: '/forms',
  auth: hooks,
  params: none,
  query: none,
  success: 200,
  answer: z.object({ forms: z.array(form) }),
  errors: [],
  access: ['Query'],
})

export const words = (): Words => ({
  tag: 'Forms',
  summary: 'List forms',
  description: 'Lists all forms of the account, oldest first, without their URLs and secrets.',
  answer: { forms: [exampleForm] },
})

export const operation = endpoint(declaration, async (caller) => ({
  body: { forms: await forms.listForms(caller) },
}))
