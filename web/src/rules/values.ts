import type { Field } from '../../../client/src/index.ts'
import { isDated } from '../ui/field-value.ts'
import type { ValueRequest } from './requests.ts'

/** Values of fields while they are edited, as texts; an empty one is none. */
export type ValueTexts = Readonly<Record<string, string>>

/** Between the options of a value of which several are chosen. No option has it. */
const between = '\n'

/** Days from the run as rules write them; any other text stays as it is. */
function distanceOf(text: string): string {
  const days = text.trim()
  if (/^[+-]?0+$/.test(days)) return 'today'
  const [, sign, count] = /^([+-]?)(\d+)$/.exec(days) ?? []
  return count === undefined ? days : `${sign === '-' ? '-' : '+'}P${count}D`
}

/** Days from the run as people write them: "2", "-1". */
function daysOf(distance: string): string {
  if (distance === 'today') return '0'
  const [, sign, count] = /^([+-])P(\d+)D$/.exec(distance) ?? []
  return count === undefined ? distance : `${sign === '-' ? '-' : ''}${count}`
}

/** What a text means for a field. What it does not mean stays a text, which the service refuses with the reason. */
export function valueOf(field: Field, text: string): ValueRequest {
  if (isDated(field)) return distanceOf(text)
  if (field.type === 'number') return Number.isNaN(Number(text)) ? text : Number(text)
  if (field.type === 'checkbox') return text === 'true'
  return field.type === 'multi_select' ? text.split(between) : text
}

/** The options in a text of several. */
export const optionsOf = (text: string): string[] => (text === '' ? [] : text.split(between))
export const textOfOptions = (options: readonly string[]): string => options.join(between)

/** The text of a value. */
export function textOfValue(field: Field, value: unknown): string {
  if (Array.isArray(value)) return textOfOptions(value.map(String))
  return isDated(field) ? daysOf(String(value)) : String(value)
}

/** The values that texts give fields; undefined if they give none. */
export function valuesOf(
  fields: readonly Field[],
  texts: ValueTexts,
): Record<string, ValueRequest> | undefined {
  const given = fields.flatMap((field) => {
    const text = texts[field.key] ?? ''
    return text.trim() === '' ? [] : [[field.key, valueOf(field, text)] as const]
  })
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

/** The same back. Values of unknown fields are left out. */
export const textsOfValues = (fields: readonly Field[], values: Record<string, unknown> = {}): ValueTexts =>
  Object.fromEntries(
    fields
      .filter(({ key }) => Object.hasOwn(values, key))
      .map((field) => [field.key, textOfValue(field, values[field.key])]),
  )
