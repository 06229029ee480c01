import type { Field } from '../fields/field.ts'
import type { FieldType } from '../fields/kinds.ts'
import { foldName } from './columns.ts'
import type { FileValue } from './parsed.ts'

/**
 * Names that mean the same, folded, and the types of fields that hold it. A value goes to a field with such a name rather
 * than to a new one beside it.
 */
const synonyms: readonly { names: readonly string[]; types: readonly FieldType[] }[] = [
  { names: ['due', 'duedate', 'dueon', 'dueat', 'deadline'], types: ['date', 'datetime'] },
  { names: ['priority', 'prio', 'urgency', 'importance'], types: ['select', 'multi_select', 'text'] },
  {
    names: ['labels', 'label', 'tags', 'tag', 'categories', 'category'],
    types: ['multi_select', 'select', 'text'],
  },
  {
    names: ['assignee', 'assignees', 'assignedto', 'responsible', 'owner'],
    types: ['member', 'text', 'select', 'multi_select'],
  },
]

/** The fields that mean the same as a value's name, the closest one first. */
export function similarFields(
  fields: readonly Field[],
  { key = '', label = '', name, type }: FileValue,
): Field[] {
  const own = [key, label, name].map(foldName).filter((one) => one !== '')
  const group = synonyms.find(({ names }) => own.some((one) => names.includes(one)))
  const types = group?.types ?? (type && [type])
  const wanted = [...own, ...(group?.names ?? [])]
  return wanted.flatMap((one) =>
    fields.filter(
      (field) =>
        [field.key, field.label].some((called) => foldName(called) === one) &&
        types?.includes(field.type) !== false,
    ),
  )
}
