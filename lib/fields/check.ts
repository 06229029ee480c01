import { invalidFields, type ApiError, type ErrorDetail } from '../contract/api-error.ts'
import { shownName } from '../shared/describe-issues.ts'
import { shortList } from '../shared/short-text.ts'
import type { Tenant } from '../table/tenant.ts'
import { makerOf } from '../tokens/maker.ts'
import { isOfTime } from './kinds.ts'
import { byDefinitions, readDefinitions, type Definitions } from './definitions.ts'
import type { Field } from './field.ts'
import { memberNamedBy, type NamedMembers } from './members.ts'
import { typeRules, type FieldValue } from './types.ts'
import { attributeOf, isEmpty, type FieldInputs, type FieldValues, type ValueChanges } from './values.ts'

/** Whether errors may name the account's fields and options: a token without the scope `read` would learn them. */
export const mayRead = (tenant: Tenant): boolean => makerOf(tenant)?.token.scopes.includes('read') ?? true

/** What is wrong with a key that no field has. */
export function unknownKey(tenant: Tenant, { fields }: Definitions): string {
  const wrong = 'is not a field of the account'
  if (!mayRead(tenant)) return wrong
  const keys = fields.map(({ key }) => key)
  return keys.length === 0 ? `${wrong}, which has none` : `${wrong} (it has ${shortList(keys)})`
}

/** What a field takes, as the end of a sentence: `must be …`. */
export const taken = (tenant: Tenant, { type, options = [] }: Pick<Field, 'type' | 'options'>): string =>
  typeRules[type].takes(mayRead(tenant) ? options : [])

/** What is wrong with a key that must be that of a date or a time; undefined if nothing is. */
export async function dateFieldProblem(tenant: Tenant, key: string): Promise<string | undefined> {
  const { fields } = await readDefinitions(tenant)
  const dates = fields.filter(({ type }) => isOfTime(type)).map((one) => one.key)
  if (dates.includes(key)) return undefined
  const has = dates.length === 0 ? 'has none' : `has ${dates.join(', ')}`
  return `must be the key of a field of the type date or datetime: the account ${has}`
}

/** Reads one value. @returns the value, undefined to remove it, or what is wrong with it */
function readValue(
  tenant: Tenant,
  definitions: Definitions,
  members: NamedMembers,
  key: string,
  given: unknown,
): { value: FieldValue | undefined } | { problem: string } {
  const field = definitions.fields.find((one) => one.key === key)
  if (!field) {
    const isRetired = definitions.retired.some((one) => one.key === key)
    if (!isRetired) return { problem: unknownKey(tenant, definitions) }
    return given === null
      ? { value: undefined }
      : { problem: 'is a deleted field: it takes no new values, and null takes one off' }
  }
  if (given === null || (field.type === 'multi_select' && isEmpty(given))) return { value: undefined }
  const value = typeRules[field.type].read(given, field.options ?? [], members)
  return value === undefined ? { problem: `must be ${taken(tenant, field)}` } : { value }
}

/** An error lists at most this many values, so that the answer stays readable. */
const maxDetails = 20

function check(
  tenant: Tenant,
  definitions: Definitions,
  members: NamedMembers,
  inputs: FieldInputs,
): ValueChanges | ApiError {
  const changes: ValueChanges = {}
  const problems: ErrorDetail[] = []
  for (const [key, given] of Object.entries(inputs)) {
    const read = readValue(tenant, definitions, members, key, given)
    if ('value' in read) changes[attributeOf(key)] = read.value
    else problems.push({ path: `fields.${shownName(key)}`, message: read.problem })
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
  return byDefinitions(tenant, (definitions, members) => {
    const result = all.map((inputs) => (inputs ? check(tenant, definitions, members, inputs) : {}))
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

/**
 * Takes the values of a task of another account, whose definitions were copied: `copyDefinitions`. An option may have been
 * removed since, a key deleted, and members may be absent here.
 * @returns what the copy of the task sets, and how many values do not fit
 */
export function copiedValues(
  accountId: string,
  { fields, retired }: Definitions,
  values: FieldValues = {},
): { changes: ValueChanges; leftOut: number } {
  const members = { find: (given: unknown) => memberNamedBy(accountId, given) }
  const changes: ValueChanges = {}
  let leftOut = 0
  for (const [key, given] of Object.entries(values)) {
    const type = [...fields, ...retired].find((one) => one.key === key)?.type
    const isOption =
      (type === 'select' && typeof given === 'string') || (type === 'multi_select' && Array.isArray(given))
    const value = isOption || type === undefined ? given : typeRules[type].read(given, [], members)
    if (type === undefined || value === undefined) leftOut++
    else changes[attributeOf(key)] = value
  }
  return { changes, leftOut }
}

/** Values of a request that was accepted before, although the definitions may no longer take them. */
export const acceptedValues = (tenant: Tenant, inputs: FieldInputs): Promise<ValueChanges> =>
  byDefinitions(tenant, (definitions) => {
    const given = Object.entries(inputs).filter(([, value]) => !isEmpty(value))
    // the request was accepted, so each is a value
    const { changes: result } = copiedValues(
      tenant.accountId,
      definitions,
      Object.fromEntries(given) as FieldValues,
    )
    return { result, isRefused: false }
  })
