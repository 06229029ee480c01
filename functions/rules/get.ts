import { declare } from '../../lib/contract/endpoint.ts'
import { none, ruleParams } from '../../lib/contract/fields.ts'
import { hooks } from '../../lib/contract/scope-hooks.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { toRule } from '../../lib/rules/rule-item.ts'
import { ruleAnswer } from '../../lib/rules/rule.ts'
import * as rules from '../../lib/rules/rules.ts'
import { rule } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'rules.get',
  method: 'GET',
  path: '/rules/{ruleId}',
  auth: hooks,
  params: ruleParams,
  query: none,
  success: 200,
  answer: ruleAnswer,
  errors: ['rule_not_found'],
  access: ['GetItem'],
})

export const words = (): Words => ({
  tag: 'Rules',
  summary: 'Get a rule',
  description: 'Returns a rule with its next time and its last run.',
  answer: { rule },
})

export const operation = endpoint(declaration, async (caller, { params }) => ({
  body: { rule: toRule(await rules.getRuleItem(caller, params.ruleId)) },
}))
