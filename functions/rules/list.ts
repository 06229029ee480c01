import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none, uuid } from '../../lib/contract/fields.ts'
import { hooks } from '../../lib/contract/scope-hooks.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { rule } from '../../lib/rules/rule.ts'
import * as rules from '../../lib/rules/rules.ts'
import { rule as exampleRule } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'rules.list',
  method: 'GET',
  path: '/rules',
  auth: hooks,
  params: none,
  query: z.strictObject({ projectId: z.optional(uuid) }),
  success: 200,
  answer: z.object({ rules: z.array(rule) }),
  errors: ['project_not_found'],
  access: ['Query'],
})

export const words = (): Words => ({
  tag: 'Rules',
  summary: 'List rules',
  description: 'Lists the rules of the account, oldest first; with `projectId`, those of one project.',
  answer: { rules: [exampleRule] },
})

export const operation = endpoint(declaration, async (caller, { query }) => ({
  body: { rules: await rules.listRules(caller, query.projectId) },
}))
