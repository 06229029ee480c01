import { declare } from '../../lib/contract/endpoint.ts'
import { none, ruleParams, success } from '../../lib/contract/fields.ts'
import { hooks } from '../../lib/contract/scope-hooks.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as rules from '../../lib/rules/rules.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'rules.delete',
  method: 'DELETE',
  path: '/rules/{ruleId}',
  auth: hooks,
  params: ruleParams,
  query: none,
  success: 200,
  answer: success,
  errors: ['rule_not_found'],
  access: ['DeleteItem'],
  sends: ['rules.run'],
})

export const words = (): Words => ({
  tag: 'Rules',
  summary: 'Delete a rule',
  description: 'Deletes a rule. Its log can no longer be read. The tasks that it created stay.',
  answer: { success: true },
})

export const operation = endpoint(declaration, async (caller, { params }) => {
  await rules.deleteRule(caller, params.ruleId)
  return { body: { success: true as const } }
})
