import type { NewRule as RuleRequest, Rule, RulePreview, RuleRun as Run } from '../../../client/src/index.ts'

export type { Rule, RuleRequest, Run }
export type Occurrence = RulePreview['occurrences'][number]

/** What a person decides about a rule of a project. */
export type RuleParts = Pick<RuleRequest, 'label' | 'trigger' | 'action'>
export type TriggerRequest = RuleRequest['trigger']
export type ActionRequest = RuleRequest['action']
export type WhereRequest = NonNullable<Extract<ActionRequest, { type: 'notify' }>['where']>
/** What a rule asks of a field, and what it gives one. */
export type ConditionRequest = NonNullable<WhereRequest['fields']>[string]
export type SetRequest = Extract<ActionRequest, { type: 'update_tasks' }>['set']
export type ValueRequest = NonNullable<NonNullable<SetRequest['fields']>[string]>

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The keys of an answer as requests have them. The keys in `fields` are people's own. */
function asRequest(value: unknown, isOwn = false): unknown {
  if (Array.isArray(value)) return value.map((one) => asRequest(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      isOwn ? name : camelCase(name),
      isOwn ? one : asRequest(one, name === 'fields'),
    ]),
  )
}

/** What would make a rule as it is. */
export const requestOf = ({
  label,
  trigger,
  action,
}: Pick<Rule, 'label' | 'trigger' | 'action'>): RuleParts => ({
  label,
  trigger: asRequest(trigger) as TriggerRequest, // both have the same fields, in two spellings
  action: asRequest(action) as ActionRequest, // as above
})

/** The text of a value whose keys may be in any order; what is undefined is left out. */
export const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
