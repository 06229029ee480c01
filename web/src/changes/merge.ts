import type { Field as Definition, Task, TaskChanges } from '../../../client/src/index.ts'
import { fieldValueOf, type FieldValue } from '../ui/field-value.ts'
import { fieldKeyOf, fieldPrefix, withChanges } from './change.ts'

/** Fields that a person does not see as such, or that no change sets. The order of cards is nobody's. */
type Unseen = 'id' | 'position' | 'external_id' | 'fields' | 'created_at' | 'updated_at'

/** The fields that every task has and in which two versions of it can differ. */
type OwnField = Exclude<keyof Task, Unseen>

/** A field of a task; `fields.` and a key is the account's own one. */
export type Field = OwnField | `fields.${string}`

/** Their names, in display order. A new field of the API does not compile until it has one. */
const fieldNames: Record<OwnField, string> = {
  label: 'Label',
  description: 'Description',
  status: 'Status',
  workflow_lane_id: 'Lane',
  project_id: 'Project',
  subtasks: 'Subtasks',
}
const ownFields = Object.keys(fieldNames) as OwnField[] // it has these keys only

/** What two versions of a field are compared by. */
const comparable = (task: Task, field: OwnField): string =>
  field === 'subtasks'
    ? JSON.stringify(task.subtasks.map(({ label, is_completed }) => [label, is_completed]))
    : JSON.stringify(task[field] ?? '')

/** Whether it is a field that every task has. */
export const isOwn = (field: Field): field is OwnField => fieldKeyOf(field) === undefined

/** The value of the account's own field in a task; undefined for a field that every task has. */
export function valueIn(task: Task, field: Field): FieldValue | undefined {
  const key = fieldKeyOf(field)
  return key === undefined ? undefined : fieldValueOf(task, key)
}

/**
 * The name of a field in the form.
 * @param definitions the account's own fields; one that is not among them has its key as its name
 */
export function nameOf(field: Field, definitions: readonly Definition[] = []): string {
  if (isOwn(field)) return fieldNames[field]
  const key = fieldKeyOf(field) ?? field // it has one
  return definitions.find((one) => one.key === key)?.label ?? key
}

/** The fields in which two versions of a task differ. */
export function differingFields(one: Task, other: Task): Field[] {
  const keys = new Set([...Object.keys(one.fields ?? {}), ...Object.keys(other.fields ?? {})])
  const values = [...keys].map((key): Field => `${fieldPrefix}${key}`)
  return [
    ...ownFields.filter((field) => comparable(one, field) !== comparable(other, field)),
    ...values.filter(
      (field) => JSON.stringify(valueIn(one, field)) !== JSON.stringify(valueIn(other, field)),
    ),
  ]
}

/** A write that came too late: the version it was based on, its changes, and the current version. */
export interface Conflict {
  seen: Task
  changes: TaskChanges
  theirs: Task
}

/** The fields that the write would change. */
export const writtenFields = ({ seen, changes }: Conflict): Field[] =>
  differingFields(seen, withChanges(seen, changes))

/** The fields that the write would change and that someone else has changed to a different value. */
export function contestedFields(conflict: Conflict): Field[] {
  const { seen, changes, theirs } = conflict
  const changedByThem = differingFields(seen, theirs)
  const stillToWrite = differingFields(theirs, withChanges(theirs, changes))
  return writtenFields(conflict).filter(
    (field) => changedByThem.includes(field) && stillToWrite.includes(field),
  )
}

/** How often a write is repeated without asking when others have changed other fields. */
export const mostRepeats = 5

/** A successful write in words, with what others have changed meanwhile. */
export const doneText = (done: string, others: ReadonlySet<Field>): string =>
  others.size === 0
    ? done
    : `${done} Someone else changed: ${[...others].map((field) => nameOf(field)).join(', ')}.`
