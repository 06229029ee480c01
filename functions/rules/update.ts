import { declare } from '../../lib/contract/endpoint.ts'
import { none, ruleParams } from '../../lib/contract/fields.ts'
import { hooksReadAndWrite } from '../../lib/contract/scope-hooks.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { ruleAnswer, ruleChange } from '../../lib/rules/rule.ts'
import * as rules from '../../lib/rules/rules.ts'
import { rule } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'rules.update',
  method: 'PATCH',
  path: '/rules/{ruleId}',
  auth: hooksReadAndWrite,
  params: ruleParams,
  query: none,
  body: ruleChange,
  success: 200,
  answer: ruleAnswer,
  errors: ['rule_not_found', 'project_not_found', 'lane_not_found'],
  access: ['GetItem', 'Query', 'UpdateItem', 'ConditionCheckItem'],
  sends: ['rules.run'],
})

export const words = (): Words => ({
  tag: 'Rules',
  summary: 'Change a rule',
  description:
    'Changes only the fields that you send; `trigger` and `action` are replaced as a whole. A new trigger, and a rule that becomes `active`, count from now on: what was missed meanwhile is not made up for. Also needs the scopes `read` and `write`, and `delete` if the action moves tasks into the trash.',
  body: { status: 'paused' },
  answer: { rule: { ...rule, status: 'paused', next_at: null } },
})

export const operation = endpoint(declaration, async (caller, { params, body }) => ({
  body: { rule: await rules.updateRule(caller, params.ruleId, body) },
}))
