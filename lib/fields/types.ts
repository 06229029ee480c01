import * as z from 'zod/mini'
import { textOf, time, trimmedTextOf } from '../contract/fields.ts'
import { isSameText } from '../contract/fold.ts'
import {
  maxFieldNumber,
  maxFieldTextCharacters,
  maxFieldUrlCharacters,
  maxSelectedOptions,
} from '../contract/limits.ts'
import type { MemberName } from '../members/find-name.ts'
import { shortList } from '../shared/short-text.ts'
import type { Field } from './field.ts'
import type { FieldType } from './kinds.ts'
import type { NamedMembers } from './members.ts'

/** The value of a field in a task, in answers and in the table. */
export type FieldValue = string | number | boolean | string[] | MemberName

/** How a filter compares a value with its own. A missing operator in a request means `equal`. */
export type FieldOperator = 'equal' | 'before' | 'after' | 'min' | 'max' | 'exists'

/** What a type of field takes, and which filters it has. */
interface TypeRule {
  /**
   * Returns a given value as it is stored; undefined if the type does not take it.
   * @param members those that may be named; without them the type member takes nothing
   */
  read: (
    given: unknown,
    options: NonNullable<Field['options']>,
    members?: Pick<NamedMembers, 'find'>,
  ) => FieldValue | undefined
  /** The end of a sentence: `must be …`. */
  takes: (options: NonNullable<Field['options']>) => string
  operators: readonly FieldOperator[]
}

const parsedBy =
  (schema: z.ZodMiniType<FieldValue>) =>
  (given: unknown): FieldValue | undefined =>
    schema.safeParse(given).data

const text = trimmedTextOf(maxFieldTextCharacters)
const date = z.iso.date()
const selected = z.array(textOf(maxFieldTextCharacters)).check(z.maxLength(maxSelectedOptions))

/** DynamoDB keeps numbers from 1e-130; what is nearer to zero than this is no number that a person means. */
const leastNumber = 1e-100

function readNumber(given: unknown): number | undefined {
  if (typeof given !== 'number' || !(Math.abs(given) <= maxFieldNumber)) return undefined
  return Math.abs(given) < leastNumber ? 0 : given
}

function readUrl(given: unknown): string | undefined {
  const url = typeof given === 'string' && given.isWellFormed() ? URL.parse(given.trim()) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined
  return url.href.length <= maxFieldUrlCharacters ? url.href : undefined
}

const count = (number: number) => number.toLocaleString('en')

const valuesOf = (options: NonNullable<Field['options']>): string[] => options.map(({ value }) => value)

/** The values in a message; if the options are not known here, only that there are some. */
const shownValues = (options: NonNullable<Field['options']>): string =>
  options.length > 0 ? shortList(valuesOf(options)) : 'its options'

/** The value of the option that a text names, in any Unicode form. An earlier release took both forms for two options. */
export const valueFor = (options: readonly { value: string }[], text: string): string | undefined =>
  (options.find(({ value }) => value === text) ?? options.find(({ value }) => isSameText(value, text)))?.value

/** Returns different values of options in their order; undefined if one is not among them. */
function readSelected(given: unknown, options: NonNullable<Field['options']>): string[] | undefined {
  const { data } = selected.safeParse(given)
  if (!data) return undefined
  const named = new Set(data.map((text) => valueFor(options, text)))
  return named.size < data.length || named.has(undefined)
    ? undefined
    : valuesOf(options).filter((value) => named.has(value))
}

/** Every type with its rule: docs/fields.md, "Types". */
export const typeRules: Readonly<Record<FieldType, TypeRule>> = {
  text: {
    read: parsedBy(text),
    takes: () => `a text of 1–${maxFieldTextCharacters} characters, at least one of them visible`,
    operators: ['equal', 'exists'],
  },
  number: {
    read: readNumber,
    takes: () => `a number from -${count(maxFieldNumber)} to ${count(maxFieldNumber)}`,
    operators: ['equal', 'min', 'max', 'exists'],
  },
  checkbox: {
    read: (given) => (typeof given === 'boolean' ? given : undefined),
    takes: () => 'true or false',
    operators: ['equal', 'exists'],
  },
  date: {
    read: parsedBy(date),
    takes: () => 'a date such as 2026-12-24',
    operators: ['equal', 'before', 'after', 'exists'],
  },
  datetime: {
    read: parsedBy(time),
    takes: () => 'a time such as 2026-12-24T18:00:00Z',
    operators: ['equal', 'before', 'after', 'exists'],
  },
  select: {
    read: (given, options) => (typeof given === 'string' ? valueFor(options, given) : undefined),
    takes: (options) => `one of ${shownValues(options)}`,
    operators: ['equal', 'exists'],
  },
  multi_select: {
    read: readSelected,
    takes: (options) => `a list of at most ${maxSelectedOptions} different values of ${shownValues(options)}`,
    operators: ['equal', 'exists'],
  },
  url: {
    read: readUrl,
    takes: () =>
      `an address that begins with http:// or https://, at most ${count(maxFieldUrlCharacters)} characters long`,
    operators: ['equal', 'exists'],
  },
  member: {
    read: (given, _options, members) => members?.find(given),
    takes: () => 'the id or the e-mail address of a member of the account: an administrator adds members',
    operators: ['equal', 'exists'],
  },
}
