import { type Field, type FieldChanges, isTasksApiError, type NewField } from '../../../client/src/index.ts'
import { foldText } from '../../../lib/contract/fold.ts'
import { maxFields } from '../../../lib/contract/limits.ts'
import { explain } from '../ui/explain.ts'

/** Why a field was not made or changed, and what to do. */
export const problemOf = (error: unknown): string => {
  if (isTasksApiError(error, 'field_exists'))
    return 'This key is in use, or was used for a field of another type: choose another one.'
  return isTasksApiError(error, 'quota_exceeded')
    ? `The account has as many fields as it may, at most ${maxFields}: delete one that is not needed.`
    : explain(error)
}

/** The types of fields as people know them, and what each is for. */
export const typeWords: Readonly<Record<Field['type'], { name: string; hint: string }>> = {
  text: { name: 'Text', hint: 'One line, such as a customer.' },
  number: { name: 'Number', hint: 'An estimate, a price, a count.' },
  checkbox: { name: 'Checkbox', hint: 'Yes or no.' },
  date: { name: 'Date', hint: 'A day, such as a due date.' },
  datetime: { name: 'Date and time', hint: 'A moment, such as an appointment.' },
  select: { name: 'One of several options', hint: 'A priority, a stage.' },
  multi_select: { name: 'Several options', hint: 'Labels.' },
  url: { name: 'Link', hint: 'An address of the web.' },
  member: { name: 'Person', hint: 'A member of the account, such as who does the task.' },
}

/** Whether a field of this type has options. */
export const hasOptions = (type: Field['type']): boolean => type === 'select' || type === 'multi_select'

/** A field as it is made and changed here: without null, which stands for what is left out in creates alone. */
export type FieldContent = Omit<NewField, 'options'> & Pick<FieldChanges, 'options'>

type Option = NonNullable<FieldContent['options']>[number]
export type Color = NonNullable<Option['color']>

export const colors: readonly Color[] = [
  ...(['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const),
]

/** An option while it is edited. A new one has no value yet: its label becomes the value. */
export interface OptionDraft {
  value?: string
  label: string
  color: Color | ''
}

/** A field while it is made or changed. */
export interface FieldDraft {
  label: string
  key: string
  type: Field['type']
  options: readonly OptionDraft[]
}

export const draftOf = (field?: Field): FieldDraft => ({
  label: field?.label ?? '',
  key: field?.key ?? '',
  type: field?.type ?? 'text',
  options: field?.options?.map(({ value, label, color }) => ({ value, label, color: color ?? '' })) ?? [],
})

/** The key that a label proposes: `due_date` for "Due date". */
export const keyOf = (label: string): string =>
  foldText(label)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40)

/** The options of a draft as the service takes them. Rows that are empty are left out. */
export const optionsOf = ({ options }: FieldDraft): Option[] =>
  options
    .map(({ value, label, color }) => ({ value, label: label.trim(), color }))
    .filter(({ label }) => label !== '')
    .map(({ value = '', label, color }) => ({
      ...(value === '' ? { value: label } : { value, label }),
      ...(color !== '' && { color }),
    }))

/** What a draft still lacks, as what to do; undefined if nothing. */
export const missingIn = (draft: FieldDraft): string | undefined => {
  if (draft.label.trim() === '') return 'Give the field a label.'
  if (draft.key === '') return 'Give the field a key.'
  return hasOptions(draft.type) && optionsOf(draft).length === 0 ? 'Give at least one option.' : undefined
}

/** The options that a change would remove. */
export const removedOptions = ({ options = [] }: Field, draft: FieldDraft): string[] => {
  const kept = optionsOf(draft).map(({ value }) => value)
  return options.filter(({ value }) => !kept.includes(value)).map(({ label }) => label)
}

/** Fields that most accounts begin with. */
export const starters: readonly { name: string; field: FieldContent }[] = [
  { name: 'Add a due date', field: { key: 'due', label: 'Due', type: 'date' } },
  {
    name: 'Add a priority',
    field: {
      ...{ key: 'priority', label: 'Priority', type: 'select' },
      options: [
        { value: 'high', label: 'High', color: 'red' },
        { value: 'normal', label: 'Normal' },
        { value: 'low', label: 'Low', color: 'gray' },
      ],
    },
  },
  {
    name: 'Add labels',
    field: {
      ...{ key: 'labels', label: 'Labels', type: 'multi_select' },
      options: [
        { value: 'bug', label: 'Bug', color: 'red' },
        { value: 'idea', label: 'Idea', color: 'blue' },
      ],
    },
  },
]
