import type { Task } from '../../../client/src/index.ts'
import { isMember } from './own-member.ts'

/**
 * Conditions on the account's own fields, as requests have them: `due.before` is a key with an operator, a key alone means
 * equality.
 */
export type FieldConditions = Readonly<Record<string, string>>

/** The operators with which a value is compared. */
export const operators = ['before', 'after', 'min', 'max', 'exists'] as const
export type Operator = (typeof operators)[number]

/** The key and the operator of a condition's name; no operator means equality. */
export function partsOf(name: string): { key: string; operator: Operator | undefined } {
  const [key = '', word] = name.split('.')
  return { key, operator: operators.find((operator) => operator === word) }
}

const ranges: readonly (Operator | undefined)[] = ['before', 'after', 'min', 'max']

/**
 * Adds a condition. A field has one condition, or the two ends of a range; an older condition that does not fit is
 * dropped.
 */
export function withCondition(conditions: FieldConditions, name: string, value: string): FieldConditions {
  const { key, operator } = partsOf(name)
  const fits = (other: string) => {
    const parts = partsOf(other)
    return parts.key !== key || (ranges.includes(operator) && ranges.includes(parts.operator))
  }
  const kept = Object.entries(conditions).filter(([other]) => other !== name && fits(other))
  return Object.fromEntries([...kept, [name, value]])
}

export const withoutCondition = (conditions: FieldConditions, name: string): FieldConditions =>
  Object.fromEntries(Object.entries(conditions).filter(([other]) => other !== name))

/** A time in the form in which tasks have it, so that texts can be compared; a date and any other text stays as it is. */
const comparable = (text: string): string =>
  /^\d{4}-\d{2}-\d{2}T/.test(text) ? new Date(text).toISOString() : text

function meets(task: Pick<Task, 'fields'>, name: string, wanted: string): boolean {
  const { key, operator } = partsOf(name)
  const value = task.fields && Object.hasOwn(task.fields, key) ? task.fields[key] : undefined
  if (operator === 'exists') return (value !== undefined) === (wanted === 'true')
  if (value === undefined) return false
  if (Array.isArray(value)) return value.includes(wanted)
  if (typeof value === 'object') return isMember(value, wanted)
  if (operator === 'before') return String(value) < comparable(wanted)
  if (operator === 'after') return String(value) > comparable(wanted)
  if (operator === 'min') return Number(value) >= Number(wanted)
  if (operator === 'max') return Number(value) <= Number(wanted)
  if (typeof value === 'number') return value === Number(wanted)
  return String(value) === comparable(wanted)
}

/** Whether a task meets all conditions, as the service sees it. A task without a value meets only `exists` = false. */
export const meetsAll = (task: Pick<Task, 'fields'>, conditions: FieldConditions = {}): boolean =>
  Object.entries(conditions).every(([name, wanted]) => meets(task, name, wanted))
