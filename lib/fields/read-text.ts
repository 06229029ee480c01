import { cutText } from '../contract/cut.ts'
import { maxFieldTextCharacters, maxSelectedOptions } from '../contract/limits.ts'
import { fold } from '../shared/fold-name.ts'
import type { Field } from './field.ts'
import type { NamedMembers } from './members.ts'
import { readDate, readTime, type Assumed } from './read-time.ts'
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
  /** By value as it is, and composed (NFC). */
  exact: ReadonlyMap<string, string>
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
  const composed = options.map(({ value }) => [value.normalize('NFC'), value] as const).toReversed()
  const own = options.map(({ value }) => [value, value] as const)
  const made = { exact: new Map([...composed, ...own]), folded }
  namesOfOptions.set(options, made)
  return made
}

/** The value of the option that a text names by its value, else by its label, ignoring case and accents. */
export function optionOf(options: Options, text: string): string | undefined {
  const { exact, folded } = namesOf(options)
  return exact.get(text) ?? exact.get(text.normalize('NFC')) ?? folded.get(fold(text))
}

/** The texts of the values in a text, separated by commas. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** A value that was read of a text: undefined if the field does not take it. */
export interface ReadText {
  value?: FieldValue | undefined
  /** The texts of options that are not there. */
  missing?: string[]
  /** What the text does not say of its time. */
  assumed?: Assumed
  /** How only a part of it was taken, as the end of a sentence. */
  shortened?: string
}

/**
 * Reads a value of a field from a text that a person or a form wrote: options by value or label, separated by commas;
 * numbers with a decimal point or comma; yes or no in several words; dates and times in ISO form.
 * @param zone the time zone of times without an offset; undefined if none is set
 * @param members those that the text may name
 */
export function readText(
  { type, options = [] }: Pick<Field, 'type' | 'options'>,
  given: string,
  zone: string | undefined,
  members: NamedMembers,
): ReadText {
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
      const all = [...new Set(parts.flatMap(({ value }) => value ?? []))]
      const values = all.slice(0, maxSelectedOptions)
      const missing = parts.flatMap(({ part, value }) => (value === undefined ? [part] : []))
      const value = values.length > 0 ? typeRules.multi_select.read(values, options) : undefined
      return {
        ...(value !== undefined && { value }),
        ...(missing.length > 0 && { missing }),
        ...(all.length > values.length && {
          shortened: `has the first ${values.length} of ${all.length} values`,
        }),
      }
    }
    case 'text': {
      const short = cutText(text, maxFieldTextCharacters)
      return {
        value: typeRules.text.read(short, []),
        ...(short !== text && { shortened: `is cut at ${maxFieldTextCharacters} characters` }),
      }
    }
    case 'date':
      return readDate(text, zone) ?? {}
    case 'datetime':
      return readTime(text, zone) ?? {}
    default:
      return { value: typeRules[type].read(text, [], members) }
  }
}
