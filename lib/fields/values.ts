import * as z from 'zod/mini'
import type { MemberName } from '../members/find-name.ts'
import { isBoundedObject, isJsonObject } from '../shared/json.ts'
import type { FieldValue } from './types.ts'

/** The value of a field of the type member. It stays when the member is removed, so it says who that was. */
const memberName = z.object({ id: z.string(), email: z.string() })

/** A value of a task, and all its values by the keys of their fields, as answers show them. */
export const fieldNumber = z.number()
export const fieldValue = z.union([z.string(), fieldNumber, z.boolean(), z.array(z.string()), memberName])
export const fieldValues = z.record(z.string(), fieldValue)
export type FieldValues = z.output<typeof fieldValues>

/**
 * Values in a body, by the keys of their fields; null removes one. The account's definitions decide whether they are
 * valid: `checkValues`. z.record would drop the key `__proto__`.
 */
export const fieldInputs = z.custom<Readonly<Record<string, unknown>>>(isBoundedObject, {
  error: 'must be an object: keys of fields with their values',
})
export type FieldInputs = z.output<typeof fieldInputs>

/** Templates in the mapping of a form, by the keys of their fields. */
export const fieldTemplates = z.custom<Readonly<Record<string, string>>>(
  (value) => isJsonObject(value) && Object.values(value).every((one) => typeof one === 'string'),
  { error: 'must be an object: keys of fields with their templates' },
)

const prefix = 'f_'

/** The attribute of a task that holds its value of a field. */
export type ValueAttribute = `${typeof prefix}${string}`

export const attributeOf = (key: string): ValueAttribute => `${prefix}${key}`

/** The attributes that a write sets; undefined removes a value. */
export type ValueChanges = Record<ValueAttribute, FieldValue | undefined>

/** Whether a given value takes a value off. */
export const isEmpty = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 0)

/** The values of a new item: removed values have no attribute. */
export const withoutEmpty = (changes: ValueChanges): Record<ValueAttribute, FieldValue> =>
  // what is undefined is left out
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Record<
    ValueAttribute,
    FieldValue
  >

/** Whether a value is that of a field of the type member. */
export const isMemberName = (value: FieldValue | undefined): value is MemberName =>
  typeof value === 'object' && !Array.isArray(value)

/** A value as a text, as files and placeholders have it: several are separated by commas; a member is its address. */
export const textOfValue = (value: FieldValue, separator: string): string =>
  isMemberName(value) ? value.email : [value].flat().join(separator)

const isSameMember = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  isMemberName(one) && isMemberName(other) && one.id === other.id

const hasSameOptions = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  Array.isArray(one) &&
  Array.isArray(other) &&
  one.length === other.length &&
  one.every((option) => other.includes(option))

/**
 * Values with several options in the item's order, if the item has the same options. The order is that of the options
 * when they were written, and these may have another one by now. The same member keeps its address, too.
 */
export const inStoredOrder = (
  values: ValueChanges,
  stored: Readonly<Record<ValueAttribute, FieldValue>>,
): ValueChanges =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const now = stored[name as ValueAttribute] // it is one
      return [name, hasSameOptions(now, value) || isSameMember(now, value) ? now : value]
    }),
  )

/** The value of a key, undefined if there is none: every object inherits something as `constructor`, which may be a key. */
export const valueOf = (values: FieldValues | undefined, key: string): FieldValue | undefined =>
  values && Object.hasOwn(values, key) ? values[key] : undefined

/** A stored value as answers show it: the table returns the members of an object in no order. */
const asShown = (value: FieldValue): FieldValue =>
  isMemberName(value) ? { id: value.id, email: value.email } : value

/** Returns the values of a task's item by their keys; undefined if it has none. */
export function valuesIn(item: object): FieldValues | undefined {
  const found = Object.entries(item)
    .filter(([name, value]) => name.startsWith(prefix) && value !== undefined)
    .map(([name, value]) => [name.slice(prefix.length), asShown(value as FieldValue)] as const) // only values have such attributes
  if (found.length === 0) return undefined
  return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
