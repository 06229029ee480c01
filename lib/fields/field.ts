import * as z from 'zod/mini'
import { exampleIds as ids, type FieldTexts, type Texts } from '../contract/field-texts.ts'
import { timestamp, trimmedTextOf } from '../contract/fields.ts'
import { maxFieldLabelCharacters, maxFieldOptions } from '../contract/limits.ts'
import { fieldKey, fieldTypes, hasOptions } from './kinds.ts'

const colors = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const

const name = trimmedTextOf(maxFieldLabelCharacters)

const option = z.object({
  value: z.string(),
  label: z.string(),
  color: z.optional(z.literal(colors)),
})

/** A field of the account's tasks, as answers show it. `options` is there for `select` and `multi_select` only. */
export const field = z.object({
  key: z.string(),
  label: z.string(),
  type: z.literal(fieldTypes),
  options: z.optional(z.array(option)),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Field = z.output<typeof field>

/** An option in a body: without a label, its value is its label. A comma or a semicolon separates values in files. */
const newOption = z.strictObject({
  value: name.check(
    z.regex(/^[^,;\r\n\u2028\u2029]*$/, 'must not contain a comma, a semicolon or a line break'),
  ),
  label: z.optional(name),
  color: z.optional(z.literal(colors)),
})

const newOptions = z.array(newOption).check(
  z.minLength(1, `must hold 1 to ${maxFieldOptions} options`),
  z.maxLength(maxFieldOptions, `must hold 1 to ${maxFieldOptions} options`),
  z.refine((options) => new Set(options.map(({ value }) => value.normalize('NFC'))).size === options.length, {
    error: 'must hold different values',
  }),
)
export type NewOption = z.output<typeof newOption>

export const newField = z
  .strictObject({
    key: fieldKey,
    label: name,
    type: z.literal(fieldTypes),
    options: z.optional(newOptions),
  })
  .check(
    z.refine(({ type, options }) => !hasOptions(type) || options !== undefined, {
      path: ['options'],
      error: 'is required for the types select and multi_select',
    }),
    z.refine(({ type, options }) => hasOptions(type) || options === undefined, {
      path: ['options'],
      error: 'is for the types select and multi_select only',
    }),
  )

/** The data of a new field. */
export type NewField = z.output<typeof newField>

export const fieldChange = z
  .strictObject({
    label: z.optional(name),
    options: z.optional(newOptions),
    beforeKey: z.optional(fieldKey),
    afterKey: z.optional(fieldKey),
  })
  .check(
    z.refine(({ beforeKey, afterKey }) => !(beforeKey && afterKey), {
      error: 'must have at most one of beforeKey, afterKey',
    }),
  )

/** A change of a field: its label, its options, or its position beside another field. */
export type FieldChange = z.output<typeof fieldChange>

export const fieldParams = z.strictObject({ fieldKey })
export const fieldAnswer = z.object({ field })

const labelText = {
  meaning: `The name that people read, 1–${maxFieldLabelCharacters} characters`,
  example: 'Priority',
}

const optionTexts = (): FieldTexts<z.output<typeof option>> => ({
  value: {
    meaning: `What tasks hold, 1–${maxFieldLabelCharacters} characters without comma, semicolon and line break; it never changes`,
    example: 'high',
  },
  label: { meaning: 'The text that people read; by default the value', example: 'High' },
  color: { meaning: `One of ${colors.join(', ')}; absent if it has none`, example: 'red' },
})

const optionsText = () => ({
  meaning: `1–${maxFieldOptions} options, in their order; only for the types select and multi_select`,
  entry: optionTexts(),
})

/** The meaning of each part of a field, and an example. */
export const fieldTexts = (): FieldTexts<Field> => ({
  key: {
    meaning:
      'The name of the field in requests and answers: a lower-case letter, then at most 39 lower-case letters, digits and underscores; it never changes',
    example: ids.fieldKey,
  },
  label: labelText,
  type: { meaning: 'What the field holds; it never changes', example: 'select' },
  options: optionsText(),
  created_at: { meaning: 'When the field was created', example: '2026-11-21T04:28:36.451Z' },
  updated_at: { meaning: 'When the field last changed', example: '2026-11-21T04:28:36.451Z' },
})

/** The texts of the bodies of fields. */
export const fieldBodyTexts = (): Texts => {
  const { key, label, type } = fieldTexts()
  return {
    ...{ key, label, type },
    options: optionsText(),
    beforeKey: { meaning: 'The field to put it before', example: 'due' },
    afterKey: { meaning: 'The field to put it after', example: 'due' },
  }
}
