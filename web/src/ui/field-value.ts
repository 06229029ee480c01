import type { Field, Task } from '../../../client/src/index.ts'
import { dayOf } from './day.ts'

/** The types of fields, in the order in which they are offered. */
export const fieldTypes: readonly Field['type'][] = [
  ...(['text', 'number', 'checkbox', 'date', 'datetime', 'select', 'multi_select', 'url', 'member'] as const),
]

/** What a task holds of a field. */
export type FieldValue = NonNullable<Task['fields']>[string]

/** The value of a field; undefined if there is none. Every object inherits something as `constructor`, which may be a key. */
export const fieldValueOf = ({ fields }: Pick<Task, 'fields'>, key: string): FieldValue | undefined =>
  fields && Object.hasOwn(fields, key) ? fields[key] : undefined

// shared: creating a format is slow, and a list shows many values
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 })

const labelOf = ({ options = [] }: Pick<Field, 'options'>, value: string): string =>
  options.find((option) => option.value === value)?.label ?? value

/** A value in the words and the locale of a person. A value of a deleted field, which has no type, is shown as it is. */
export function fieldText(field: Pick<Field, 'type' | 'options'> | undefined, value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return number.format(value)
  if (Array.isArray(value)) return value.map((one) => labelOf(field ?? {}, one)).join(', ')
  if (typeof value === 'object') return value.email
  if (field?.type === 'date') return day.format(new Date(value))
  if (field?.type === 'datetime') return minute.format(new Date(value))
  return labelOf(field ?? {}, value)
}

/** Whether a field holds dates: those can be due. */
export const isDated = ({ type }: Pick<Field, 'type'>): boolean => type === 'date' || type === 'datetime'

/** The local day of a date or a time, `2026-11-21`. */
export const localDay = ({ type }: Pick<Field, 'type'>, value: string): string =>
  type === 'date' ? value : dayOf(new Date(value))

/** Whether a date or a time has passed for a task that is not done. A date passes with its day, where the person is. */
export function isOverdue(field: Pick<Field, 'type'>, value: FieldValue, status: Task['status']): boolean {
  if (status === 2 || !isDated(field) || typeof value !== 'string') return false
  return field.type === 'date' ? value < dayOf(new Date()) : new Date(value).getTime() < Date.now()
}
