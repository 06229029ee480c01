import type { Task, TaskChanges } from '../../../client/src/index.ts'

/** The fields in which two versions of a task can differ, in display order. */
const fields = ['label', 'description', 'status', 'lane', 'project', 'subtasks'] as const
export type Field = (typeof fields)[number]

const valueOf: Record<Field, (task: Task) => unknown> = {
  label: (task) => task.label,
  description: (task) => task.description ?? '',
  status: (task) => task.status,
  lane: (task) => task.workflow_lane_id,
  project: (task) => task.project_id,
  subtasks: (task) => JSON.stringify(task.subtasks.map(({ label, is_completed }) => [label, is_completed])),
}

/** The name of each field in the form. */
export const fieldNames: Record<Field, string> = {
  label: 'Label',
  description: 'Description',
  status: 'Status',
  lane: 'Lane',
  project: 'Project',
  subtasks: 'Subtasks',
}

/** The fields in which two versions of a task differ. */
export const differingFields = (one: Task, other: Task): Field[] =>
  fields.filter((field) => valueOf[field](one) !== valueOf[field](other))

/** The task after a write. */
export function withChanges(task: Task, changes: TaskChanges): Task {
  const { label, description, status, projectId, workflowLaneId } = changes
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

const keysOf: Record<Field, keyof TaskChanges | undefined> = {
  ...{ label: 'label', description: 'description', status: 'status' },
  ...{ lane: 'workflowLaneId', project: 'projectId', subtasks: undefined },
}

/** A write without what it would change in some fields. */
export function withoutFields(changes: TaskChanges, fields: readonly Field[]): TaskChanges {
  const left = fields.map((field) => keysOf[field])
  return Object.fromEntries(Object.entries(changes).filter(([key]) => !left.some((name) => name === key)))
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
    : `${done} Someone else changed: ${[...others].map((field) => fieldNames[field]).join(', ')}.`
