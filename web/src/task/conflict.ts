import type { Field as Definition, Task, TaskChanges } from '../../../client/src/index.ts'
import { fieldValueOf, type FieldValue } from '../ui/field-value.ts'

/** The fields that every task has and in which two versions of it can differ, in display order. */
const ownFields = ['label', 'description', 'status', 'lane', 'project', 'subtasks'] as const
type OwnField = (typeof ownFields)[number]

/** A field of a task; `fields.` and a key is the account's own one. */
export type Field = OwnField | `fields.${string}`

const valueOf: Record<OwnField, (task: Task) => unknown> = {
  label: (task) => task.label,
  description: (task) => task.description ?? '',
  status: (task) => task.status,
  lane: (task) => task.workflow_lane_id,
  project: (task) => task.project_id,
  subtasks: (task) => JSON.stringify(task.subtasks.map(({ label, is_completed }) => [label, is_completed])),
}

const fieldNames: Record<OwnField, string> = {
  label: 'Label',
  description: 'Description',
  status: 'Status',
  lane: 'Lane',
  project: 'Project',
  subtasks: 'Subtasks',
}

const prefix = 'fields.'

/** The key of one of the account's own fields; undefined for a field that every task has. */
const keyOf = (field: Field): string | undefined =>
  field.startsWith(prefix) ? field.slice(prefix.length) : undefined

const isOwn = (field: Field): field is OwnField => keyOf(field) === undefined

/** The value of the account's own field in a task; undefined for a field that every task has. */
export function valueIn(task: Task, field: Field): FieldValue | undefined {
  const key = keyOf(field)
  return key === undefined ? undefined : fieldValueOf(task, key)
}

/**
 * The name of a field in the form.
 * @param definitions the account's own fields; one that is not among them has its key as its name
 */
export function nameOf(field: Field, definitions: readonly Definition[] = []): string {
  if (isOwn(field)) return fieldNames[field]
  const key = keyOf(field) ?? field // it has one
  return definitions.find((one) => one.key === key)?.label ?? key
}

/** The fields in which two versions of a task differ. */
export function differingFields(one: Task, other: Task): Field[] {
  const keys = new Set([...Object.keys(one.fields ?? {}), ...Object.keys(other.fields ?? {})])
  const values = [...keys].map((key): Field => `${prefix}${key}`)
  return [
    ...ownFields.filter((field) => valueOf[field](one) !== valueOf[field](other)),
    ...values.filter(
      (field) => JSON.stringify(valueIn(one, field)) !== JSON.stringify(valueIn(other, field)),
    ),
  ]
}

/** The values of a task after a change of some; null removes one. */
function withValues({ fields }: Task, changes: NonNullable<TaskChanges['fields']>): Pick<Task, 'fields'> {
  const merged = Object.entries({ ...fields, ...changes })
  return {
    fields: Object.fromEntries(merged.filter((entry): entry is [string, FieldValue] => entry[1] !== null)),
  }
}

/** The task after a write. */
export function withChanges(task: Task, changes: TaskChanges): Task {
  const { label, description, status, projectId, workflowLaneId, fields } = changes
  const moves = projectId !== undefined && projectId !== task.project_id
  // a lane belongs to a project: a task that leaves the project leaves the lane
  const laneId = workflowLaneId === undefined && moves ? null : workflowLaneId
  return {
    ...task,
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
    ...(status !== undefined && { status }),
    ...(projectId !== undefined && { project_id: projectId }),
    ...(laneId !== undefined && { workflow_lane_id: laneId }),
    ...(fields !== undefined && withValues(task, fields)),
  }
}

/** The changes that undo others. */
export function reverseOf(
  before: Task,
  { label, description, status, workflowLaneId, projectId, fields }: TaskChanges,
): TaskChanges {
  const keys = Object.keys(fields ?? {})
  return {
    ...(label !== undefined && { label: before.label }),
    ...(description !== undefined && { description: before.description }),
    // a lane may have given it another status
    ...((status ?? projectId ?? workflowLaneId) !== undefined && { status: before.status }),
    ...(projectId !== undefined && { projectId: before.project_id }),
    ...((projectId !== undefined || workflowLaneId !== undefined) && {
      workflowLaneId: before.workflow_lane_id,
    }),
    ...(keys.length > 0 && {
      fields: Object.fromEntries(keys.map((key) => [key, fieldValueOf(before, key) ?? null])),
    }),
  }
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

const keysOf: Record<OwnField, keyof TaskChanges | undefined> = {
  ...{ label: 'label', description: 'description', status: 'status' },
  ...{ lane: 'workflowLaneId', project: 'projectId', subtasks: undefined },
}

/** A write without its changes of some fields. */
export function withoutFields(changes: TaskChanges, fields: readonly Field[]): TaskChanges {
  const left = fields.map((field) => (isOwn(field) ? keysOf[field] : field))
  const isKept = (name: string) => !left.some((one) => one === name)
  const { fields: values = {}, ...own } = changes
  const kept = Object.entries(values).filter(([key]) => isKept(`${prefix}${key}`))
  return {
    ...Object.fromEntries(Object.entries(own).filter(([name]) => isKept(name))),
    ...(kept.length > 0 && { fields: Object.fromEntries(kept) }),
  }
}

/**
 * How to resolve a write that came too late. `done`: the task already has the wanted values (perhaps from this same
 * write, whose answer was lost). `again`: nobody else changed the same fields, so a second write keeps both changes.
 * `ask`: the person must choose.
 */
export function settle(conflict: Conflict): 'done' | 'again' | 'ask' {
  const { changes, theirs } = conflict
  if (differingFields(theirs, withChanges(theirs, changes)).length === 0) return 'done'
  return contestedFields(conflict).length === 0 ? 'again' : 'ask'
}

/** How often a write is repeated without asking when others have changed other fields. */
export const mostRepeats = 5

/** A successful write in words, with what others have changed meanwhile. */
export const doneText = (done: string, others: ReadonlySet<Field>): string =>
  others.size === 0
    ? done
    : `${done} Someone else changed: ${[...others].map((field) => nameOf(field)).join(', ')}.`
