import type { Field, Task } from '../../../client/src/index.ts'
import { isDated } from '../ui/field-value.ts'
import type { ConditionRequest, WhereRequest } from './requests.ts'
import { textOfValue, valueOf } from './values.ts'

/** Stands for tasks without a lane. No lane has this id. */
export const noLane = 'none'

export const operatorNames = {
  is: 'is',
  before: 'is before',
  after: 'is after',
  min: 'is at least',
  max: 'is at most',
  set: 'has a value',
  unset: 'has no value',
} as const
export type Operator = keyof typeof operatorNames

/** What can be asked of a field. */
export function operatorsOf(field: Field): Operator[] {
  if (isDated(field))
    return [...(field.type === 'date' ? (['is'] as const) : []), 'before', 'after', 'set', 'unset']
  return field.type === 'number' ? ['is', 'min', 'max', 'set', 'unset'] : ['is', 'set', 'unset']
}

/** Whether an operator compares with a value. */
export const isCompared = (operator: Operator): boolean => operator !== 'set' && operator !== 'unset'

/** Which tasks are meant, while it is edited. */
export interface WhereDraft {
  /** Empty: any. */
  statuses: readonly Task['status'][]
  /** Empty: any; `noLane`: none. */
  laneId: string
  /** How many days ago it was last changed, at least; empty: any. */
  idleDays: string
  text: string
  /** The field of the condition; empty: there is none. */
  field: string
  operator: Operator
  value: string
}

export const anyTask: WhereDraft = {
  ...{ statuses: [], laneId: '', idleDays: '', text: '', field: '', operator: 'is', value: '' },
}

function conditionOf({ operator, value }: WhereDraft, field: Field): ConditionRequest {
  if (!isCompared(operator)) return { exists: operator === 'set' }
  // of a field with several options, one is asked for
  const given = field.type === 'multi_select' ? value : (valueOf(field, value) as ConditionRequest)
  return operator === 'is' ? given : { [operator]: given }
}

/** The conditions of a draft; undefined if there are none. */
export function whereRequest(draft: WhereDraft, fields: readonly Field[]): WhereRequest | undefined {
  const { statuses, laneId, idleDays, text } = draft
  const field = fields.find(({ key }) => key === draft.field)
  const where = {
    ...(statuses.length > 0 && { status: [...statuses] }),
    ...(laneId !== '' && { workflowLaneId: laneId === noLane ? null : laneId }),
    ...(idleDays.trim() !== '' && { updatedBefore: `-P${idleDays.trim()}D` }),
    ...(text.trim() !== '' && { q: text.trim() }),
    ...(field && { fields: { [field.key]: conditionOf(draft, field) } }),
  }
  return Object.keys(where).length === 0 ? undefined : where
}

/** A condition on a field: what it asks, and the text of its value. */
export function readCondition(field: Field, given: unknown): Pick<WhereDraft, 'operator' | 'value'> {
  if (typeof given !== 'object' || given === null) return { operator: 'is', value: textOfValue(field, given) }
  const [name = '', value] = Object.entries(given)[0] ?? []
  if (name === 'exists') return { operator: value === true ? 'set' : 'unset', value: '' }
  const operator = (['before', 'after', 'min', 'max'] as const).find((one) => one === name) ?? 'is'
  return { operator, value: textOfValue(field, value) }
}

/** The draft of conditions. It lacks what the form has no controls for. */
export function whereDraft(where: WhereRequest | undefined, fields: readonly Field[]): WhereDraft {
  if (!where) return anyTask
  const { status = [], workflowLaneId, updatedBefore = '', q = '', fields: conditions = {} } = where
  const [key, given] = Object.entries(conditions)[0] ?? []
  const field = fields.find((one) => one.key === key)
  return {
    ...anyTask,
    statuses: [status].flat(),
    laneId: workflowLaneId === null ? noLane : (workflowLaneId ?? ''),
    idleDays: /^-P(\d+)D$/.exec(updatedBefore)?.[1] ?? '',
    text: q,
    ...(field && { field: field.key, ...readCondition(field, given) }),
  }
}
