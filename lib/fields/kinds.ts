import * as z from 'zod/mini'

/** What a field can hold. It never changes. */
export const fieldTypes = [
  'text',
  'number',
  'checkbox',
  'date',
  'datetime',
  'select',
  'multi_select',
  'url',
  'member',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** Whether a field of this type has options. */
export const hasOptions = (type: FieldType): boolean => type === 'select' || type === 'multi_select'

export type TimeType = Extract<FieldType, 'date' | 'datetime'>

/** Whether a field of this type holds dates or times. */
export const isOfTime = (type: FieldType | undefined): type is TimeType =>
  type === 'date' || type === 'datetime'

const keyPattern = /^[a-z][a-z0-9_]{0,39}$/

/** The key of a field: its name in requests, answers and filters. It never changes. */
export const fieldKey = z
  .string()
  .check(
    z.regex(
      keyPattern,
      'must be a lower-case letter, then at most 39 lower-case letters, digits and underscores',
    ),
  )

export const isFieldKey = (text: string): boolean => keyPattern.test(text)
