import * as z from 'zod/mini'
import { invalidFields, type ApiError, type ErrorDetail } from '../contract/api-error.ts'
import type { Tenant } from '../table/tenant.ts'
import { byDefinitions, type Definitions } from './definitions.ts'
import { typeRules, type FieldValue } from './types.ts'

/** A value of a task, and all its values by the keys of their fields, as answers show them. */
export const fieldNumber = z.number()
export const fieldValue = z.union([z.string(), fieldNumber, z.boolean(), z.array(z.string())])
export const fieldValues = z.record(z.string(), fieldValue)
export type FieldValues = z.output<typeof fieldValues>

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Values in a body, by the keys of their fields; null takes one off. What they hold is judged by the account's definitions:
 * `checkValues`. z.record would drop the key `__proto__`.
 */
export const fieldInputs = z.custom<Readonly<Record<string, unknown>>>(isObject, {
  error: 'must be an object: keys of fields with their values',
})
export type FieldInputs = z.output<typeof fieldInputs>

/** Templates in the mapping of a form, by the keys of their fields. */
export const fieldTemplates = z.custom<Readonly<Record<string, string>>>(
  (value) => isObject(value) && Object.values(value as object).every((one) => typeof one === 'string'), // just checked
  { error: 'must be an object: keys of fields with their templates' },
)

const prefix = 'f_'

/** The attribute of a task that holds its value of a field. */
export type ValueAttribute = `${typeof prefix}${string}`

export const attributeOf = (key: string): ValueAttribute => `${prefix}${key}`

/** The attributes that a write sets; undefined takes a value off. */
export type ValueChanges = Record<ValueAttribute, FieldValue | undefined>

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** An unknown key, shortened so that the answer stays small. */
const shown = (key: string): string => (key.length > 64 ? `${key.slice(0, 64)}…` : key).toWellFormed()

/** What is wrong with a key that no field has. */
export function unknownKey({ fields }: Definitions): string {
  const keys = fields.map(({ key }) => key)
  return keys.length === 0
    ? 'is not a field of the account, which has none'
    : `is not a field of the account (it has ${keys.join(', ')})`
}

/** Reads one value. @returns the value, undefined to take it off, or what is wrong with it */
function readValue(
  definitions: Definitions,
  key: string,
  given: unknown,
): { value: FieldValue | undefined } | { problem: string } {
  const field = definitions.fields.find((one) => one.key === key)
  if (!field) {
    const isRetired = definitions.retired.some((one) => one.key === key)
    if (!isRetired) return { problem: unknownKey(definitions) }
    return given === null
      ? { value: undefined }
      : { problem: 'is a deleted field: it takes no new values, and null takes one off' }
  }
  if (given === null || (field.type === 'multi_select' && isEmpty(given))) return { value: undefined }
  const { read, takes } = typeRules[field.type]
  const value = read(given, field.options ?? [])
  return value === undefined ? { problem: `must be ${takes(field.options ?? [])}` } : { value }
}

/** An error lists at most this many values, so that the answer stays readable. */
const maxDetails = 20

function check(definitions: Definitions, inputs: FieldInputs): ValueChanges | ApiError {
  const changes: ValueChanges = {}
  const problems: ErrorDetail[] = []
  for (const [key, given] of Object.entries(inputs)) {
    const read = readValue(definitions, key, given)
    if ('value' in read) changes[attributeOf(key)] = read.value
    else problems.push({ path: `fields.${shown(key)}`, message: read.problem })
  }
  const [first, ...others] = problems.slice(0, maxDetails)
  return first ? invalidFields(first, ...others) : changes
}

/**
 * Checks the values of several bodies by the account's definitions, which are read only if there are values.
 * @param all the values of each body; undefined for one without
 * @returns what each of them sets, or the error invalid_request that names each wrong value as `fields.<key>`
 */
export async function checkAllValues(
  tenant: Tenant,
  all: readonly (FieldInputs | undefined)[],
): Promise<(ValueChanges | ApiError)[]> {
  if (all.every((inputs) => inputs === undefined)) return all.map(() => ({}))
  return byDefinitions(tenant, (definitions) => {
    const result = all.map((inputs) => (inputs ? check(definitions, inputs) : {}))
    return { result, isRefused: result.some((one) => one instanceof Error) }
  })
}

/**
 * The same for one body.
 * @throws ApiError invalid_request, with `fields.<key>` as the path of each wrong value
 */
export async function checkValues(tenant: Tenant, inputs: FieldInputs | undefined): Promise<ValueChanges> {
  const [changes = {}] = await checkAllValues(tenant, [inputs])
  if (changes instanceof Error) throw changes
  return changes
}

/** The values of a new item: those that are taken off have no attribute. */
export const withoutEmpty = (changes: ValueChanges): Record<ValueAttribute, FieldValue> =>
  // what is undefined is left out
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Record<
    ValueAttribute,
    FieldValue
  >

/** Values as a body has them, unchecked: those of a request that was accepted before. */
export const rawValues = (inputs: FieldInputs): ValueChanges =>
  Object.fromEntries(
    Object.entries(inputs)
      .filter(([, given]) => !isEmpty(given))
      // the request was accepted, so each is a value
      .map(([key, given]) => [attributeOf(key), given as FieldValue]),
  )

/** Returns the values of a task's item by their keys; undefined if it has none. */
export function valuesIn(item: object): FieldValues | undefined {
  const found = Object.entries(item)
    .filter(([name, value]) => name.startsWith(prefix) && value !== undefined)
    .map(([name, value]) => [name.slice(prefix.length), value as FieldValue] as const) // only values have such attributes
  if (found.length === 0) return undefined
  return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
