import * as z from 'zod/mini'
import { invalidField, type ApiError } from '../contract/api-error.ts'
import { isSameText } from '../contract/fold.ts'
import { maxFieldConditions } from '../contract/limits.ts'
import { ownMember } from '../members/own-member.ts'
import { shownName } from '../shared/describe-issues.ts'
import { isBoundedObject, isJsonObject } from '../shared/json.ts'
import type { Item } from '../table/item.ts'
import type { Tenant } from '../table/tenant.ts'
import { byDefinitions, type Definitions } from './definitions.ts'
import type { FieldType } from './kinds.ts'
import { me, memberIdIn } from './members.ts'
import { typeRules, type FieldOperator, type FieldValue } from './types.ts'
import { unknownKey } from './check.ts'
import { attributeOf, isMemberName, textOfValue, type FieldInputs, type ValueAttribute } from './values.ts'

/** One condition on a field of a task. A task without a value meets only `exists` = false. */
export interface FieldCondition {
  key: string
  operator: FieldOperator
  value: FieldValue
  /** Whether the task has a list of values, one of which must be this. */
  isContained?: boolean
  /** Whether the task has a member, whose id must be this. */
  isMember?: boolean
}

/** A condition as a request gives it. */
interface GivenCondition {
  path: string
  key: string
  /** Undefined for equality. */
  operator: string | undefined
  given: unknown
}

/** The conditions of a body: `where.fields`. */
export const fieldConditions = z.custom<FieldInputs>(isBoundedObject, {
  error: 'must be an object: keys of fields with what they must be',
})

/** The conditions of a query, which parse-input.ts collects: each name is a key, alone or with an operator. */
export const fieldFilter = z.custom<FieldInputs>(isJsonObject, {
  error: 'must name a field: fields[priority]=high',
})

/** The conditions of a query: `fields[due.before]=2026-12-31`. */
const inQuery = (fields: FieldInputs): GivenCondition[] =>
  Object.entries(fields).map(([name, given]) => {
    const [key = '', ...operators] = name.split('.')
    const operator = operators.length === 0 ? undefined : operators.join('.')
    return { path: `fields[${shownName(name)}]`, key, operator, given }
  })

/** The conditions of a body: `{"due": {"before": "2026-12-31"}, "priority": "high"}`. */
const inBody = (fields: FieldInputs): GivenCondition[] =>
  Object.entries(fields).flatMap(([key, given]): GivenCondition[] => {
    const path = `where.fields.${shownName(key)}`
    // without an operator there is no value: such a condition must not match all tasks
    const isValue = !isJsonObject(given) || Object.keys(given).length === 0
    if (isValue) return [{ path, key, operator: undefined, given }]
    return Object.entries(given).map(([operator, value]) => ({
      ...{ path: `${path}.${shownName(operator)}`, key, operator },
      given: value,
    }))
  })

/** Reads a value that a query gives as text. */
function fromText(type: FieldType | 'checkbox', text: unknown): unknown {
  if (typeof text !== 'string') return text
  if (type === 'checkbox') return text === 'true' ? true : text === 'false' ? false : text
  return type === 'number' && /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text
}

const filters = (operators: readonly FieldOperator[]) => operators.filter((operator) => operator !== 'equal')

/** Reads one condition. @returns it, or the error that names it */
function readCondition(
  tenant: Tenant,
  definitions: Definitions,
  { path, key, operator, given }: GivenCondition,
  isText: boolean,
): FieldCondition | ApiError {
  const refused = (message: string) => invalidField(path, message)
  const field = definitions.fields.find((one) => one.key === key)
  const type = field?.type ?? definitions.retired.find((one) => one.key === key)?.type
  if (type === undefined) return refused(unknownKey(tenant, definitions))
  if (Array.isArray(given)) return refused(isText ? 'must be given once' : 'must be one value, not a list')
  const rule = typeRules[type]
  const known = operator === undefined ? 'equal' : filters(rule.operators).find((one) => one === operator)
  if (!known) {
    return refused(
      `is no filter of a field of the type ${type}: such a field has ${filters(rule.operators).join(', ')}`,
    )
  }
  if (known === 'exists') {
    const value = isText ? fromText('checkbox', given) : given
    return typeof value === 'boolean' ? { key, operator: known, value } : refused('must be true or false')
  }
  // a removed option can be asked for, too
  if (type === 'select' || type === 'multi_select') {
    return typeof given === 'string' && given !== '' && given.isWellFormed()
      ? { key, operator: known, value: given, ...(type === 'multi_select' && { isContained: true }) }
      : refused('must be the value of an option')
  }
  if (type === 'member') {
    const id = given === me ? ownMember(tenant)?.id : memberIdIn(tenant.accountId, given)
    if (id !== undefined) return { key, operator: known, value: id, isMember: true }
    return refused(
      given === me
        ? 'must not be me: no member has made this token, so name one by id or e-mail address'
        : 'must be me, or the id or the e-mail address of a member',
    )
  }
  const value = rule.read(isText ? fromText(type, given) : given, [])
  return value === undefined ? refused(`must be ${rule.takes([])}`) : { key, operator: known, value }
}

function readAll(
  tenant: Tenant,
  definitions: Definitions,
  conditions: readonly GivenCondition[],
  isText: boolean,
): FieldCondition[] | ApiError {
  const found: FieldCondition[] = []
  for (const one of conditions) {
    const condition = readCondition(tenant, definitions, one, isText)
    if (condition instanceof Error) return condition
    found.push(condition)
  }
  const mixed = found.find(
    ({ key, operator }) =>
      operator === 'equal' && found.some((other) => other.key === key && other.operator !== 'equal'),
  )
  if (mixed) return invalidField(`fields.${mixed.key}`, 'must have a value or operators, not both')
  return found.toSorted((a, b) => (`${a.key} ${a.operator}` < `${b.key} ${b.operator}` ? -1 : 1))
}

async function conditionsFrom(
  tenant: Tenant,
  conditions: readonly GivenCondition[],
  isText: boolean,
): Promise<FieldCondition[] | undefined> {
  if (conditions.length === 0) return undefined
  if (conditions.length > maxFieldConditions) {
    throw invalidField(
      isText ? 'fields' : 'where.fields',
      `must have at most ${maxFieldConditions} conditions`,
    )
  }
  const found = await byDefinitions(tenant, (definitions) => {
    const result = readAll(tenant, definitions, conditions, isText)
    return { result, isRefused: result instanceof Error }
  })
  if (found instanceof Error) throw found
  return found
}

/**
 * Reads the conditions on fields in the query of a list, by the account's definitions.
 * @returns undefined if there are none
 * @throws ApiError invalid_request, which names the parameter
 */
export const conditionsInQuery = (tenant: Tenant, fields: FieldInputs | undefined) =>
  conditionsFrom(tenant, fields ? inQuery(fields) : [], true)

/** The same for `where.fields` in a body. */
export const conditionsInBody = (tenant: Tenant, fields: FieldInputs | undefined) =>
  conditionsFrom(tenant, fields ? inBody(fields) : [], false)

const comparisons = { equal: '=', before: '<', after: '>', min: '>=', max: '<=' } as const

/** Whether two values compare so. As in DynamoDB, values of different types never do; texts in an order are ASCII. */
export function compares(
  one: FieldValue,
  operator: (typeof comparisons)[keyof typeof comparisons],
  other: FieldValue,
): boolean {
  if (typeof one !== typeof other) return false
  if (operator === '=') return one === other
  if (operator === '<' || operator === '<=') return one < other || (operator === '<=' && one === other)
  return one > other || (operator === '>=' && one === other)
}

/**
 * Whether the text of a condition has several Unicode forms. A task may hold each of them, and DynamoDB compares bytes: so
 * it looks only whether there is a value.
 */
const hasForms = ({ value }: FieldCondition): boolean =>
  typeof value === 'string' && value.normalize('NFC') !== value.normalize('NFD')

function expressionOf(condition: FieldCondition, index: number): string {
  const { operator, value, isContained = false, isMember = false } = condition
  const name = `#field${index}`
  if (operator === 'exists') return `attribute_${value === true ? '' : 'not_'}exists(${name})`
  if (hasForms(condition)) return `attribute_exists(${name})`
  if (isContained) return `contains(${name}, :field${index})`
  return `${name}${isMember ? '.id' : ''} ${comparisons[operator]} :field${index}`
}

/** The values of a task by their attributes. */
type StoredValues = Readonly<Record<ValueAttribute, FieldValue>>

/** Whether a task's value is the text of a condition, or one of its values is, in any Unicode form. */
const isMet = (stored: FieldValue | undefined, { value }: FieldCondition): boolean =>
  [stored ?? []].flat().some((one) => isSameText(textOfValue(one, ''), textOfValue(value, '')))

/**
 * Returns conditions on fields as parts of a filter of DynamoDB, with their names and values, and the check of each task
 * that was read, if they need one.
 */
export function fieldExpressions(conditions: readonly FieldCondition[] = []) {
  const ofForms = conditions.filter(hasForms)
  return {
    parts: conditions.map(expressionOf),
    names: Object.fromEntries(conditions.map(({ key }, index) => [`#field${index}`, attributeOf(key)])),
    values: Object.fromEntries(
      conditions.flatMap((condition, index) =>
        condition.operator === 'exists' || hasForms(condition)
          ? []
          : [[`:field${index}`, condition.value] as const],
      ),
    ) as Item,
    ...(ofForms.length > 0 && {
      matches: (task: StoredValues) =>
        ofForms.every((condition) => isMet(task[attributeOf(condition.key)], condition)),
    }),
  }
}

/** Whether a task that was read meets a condition: the same answer as that of `fieldExpressions` in a query. */
export function meetsCondition(task: StoredValues, condition: FieldCondition): boolean {
  const { key, operator, value, isContained = false } = condition
  const own: FieldValue | undefined = task[attributeOf(key)]
  const stored = isMemberName(own) ? own.id : own
  if (operator === 'exists') return (stored !== undefined) === value
  if (stored === undefined) return false
  if (hasForms(condition)) return isMet(stored, condition)
  return isContained
    ? [stored].flat().some((one) => one === value)
    : compares(stored, comparisons[operator], value)
}
