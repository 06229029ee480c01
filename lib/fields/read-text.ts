import { fold } from '../shared/fold-name.ts'
import type { Field } from './field.ts'
import { typeRules, type FieldValue } from './types.ts'

/**
 * One separator is the decimal one. Groups of three digits need a space, or the other separator: twice, or together
 * with a decimal one.
 */
const numbers: readonly (readonly [form: RegExp, clean: (text: string) => string])[] = [
  [/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i, (text) => text],
  [/^[+-]?\d+,\d+$/, (text) => text.replace(',', '.')],
  [
    /^[+-]?\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?$/,
    (text) => text.replace(/\s/g, '').replace(',', '.'),
  ],
  [/^[+-]?\d{1,3}(?:,\d{3}){2,}$|^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/, (text) => text.replaceAll(',', '')],
  [
    /^[+-]?\d{1,3}(?:\.\d{3}){2,}$|^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/,
    (text) => text.replaceAll('.', '').replace(',', '.'),
  ],
]

function numberOf(text: string): number | undefined {
  const clean = numbers.find(([form]) => form.test(text))?.[1]
  return clean && Number(clean(text))
}

const yes = ['yes', 'true', 'on', '1', 'x']
const no = ['no', 'false', 'off', '0']

function booleanOf(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return yes.includes(word) ? true : no.includes(word) ? false : undefined
}

type Options = NonNullable<Field['options']>

/** The values of options, by the names that a text may use for them. */
interface OptionNames {
  values: ReadonlySet<string>
  /** By value and by label, without case and accents. A value comes before a label, and the first of several counts. */
  folded: ReadonlyMap<string, string>
}

/** The same options read thousands of texts of a file: they are folded once. */
const namesOfOptions = new WeakMap<Options, OptionNames>()

function namesOf(options: Options): OptionNames {
  const known = namesOfOptions.get(options)
  if (known) return known
  const folded = new Map<string, string>()
  const names = [
    ...options.map(({ value }) => [fold(value), value] as const),
    ...options.map(({ label, value }) => [fold(label), value] as const),
  ]
  for (const [name, value] of names) if (!folded.has(name)) folded.set(name, value)
  const made = { values: new Set(options.map(({ value }) => value)), folded }
  namesOfOptions.set(options, made)
  return made
}

/** The value of the option that a text names by its value, else by its label, ignoring case and accents. */
export function optionOf(options: Options, text: string): string | undefined {
  const { values, folded } = namesOf(options)
  return values.has(text) ? text : folded.get(fold(text))
}

/** The texts of the values in a text, separated by commas. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const dateTime = /^\d{4}-\d{2}-\d{2}T/

/** A time without an offset, as the control `datetime-local` of HTML and Jotform's dates with a time have it. */
const localTime = /^(\d{4}-\d{2}-\d{2})[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M)?$/i

/**
 * Makes a date from a time in UTC or without an offset; the other way round, it makes midnight in UTC. Any other value
 * stays as it is.
 */
export function asDateOf(type: Field['type'], given: unknown): unknown {
  if (typeof given !== 'string') return given
  if (type === 'datetime' && /^\d{4}-\d{2}-\d{2}$/.test(given)) return `${given}T00:00:00.000Z`
  if (type !== 'date') return given
  const [, localDate] = localTime.exec(given) ?? []
  if (localDate !== undefined) return localDate
  if (!dateTime.test(given)) return given
  const time = typeRules.datetime.read(given, [])
  return typeof time === 'string' ? time.slice(0, 10) : given
}

/**
 * Reads a value of a field from a text that a person or a form wrote: options by value or label, separated by commas;
 * numbers with a decimal point or comma; yes or no in several words; dates and times in ISO form.
 * @returns undefined if the field does not take it; the texts of options that are not there in `missing`
 */
export function readText(
  { type, options = [] }: Pick<Field, 'type' | 'options'>,
  given: string,
): { value?: FieldValue | undefined; missing?: string[] } {
  const text = given.trim()
  switch (type) {
    case 'number':
      return { value: typeRules.number.read(numberOf(text), []) }
    case 'checkbox':
      return { value: booleanOf(text) }
    case 'select': {
      const value = optionOf(options, text)
      return value === undefined ? { missing: [text] } : { value }
    }
    case 'multi_select': {
      const parts = listed(text).map((part) => ({ part, value: optionOf(options, part) }))
      const values = [...new Set(parts.flatMap(({ value }) => value ?? []))]
      const missing = parts.flatMap(({ part, value }) => (value === undefined ? [part] : []))
      const value = values.length > 0 ? typeRules.multi_select.read(values, options) : undefined
      return { ...(value !== undefined && { value }), ...(missing.length > 0 && { missing }) }
    }
    default:
      return { value: typeRules[type].read(asDateOf(type, text), []) }
  }
}
