import * as z from 'zod/mini'
import type { ErrorCode } from '../contract/errors.ts'
import {
  descriptionLimit,
  externalIdLimit,
  exampleIds as ids,
  labelLimit,
  labelRule,
  type FieldTexts,
} from '../contract/field-texts.ts'
import { description, externalId, label, status, taskReference, timestamp, uuid } from '../contract/fields.ts'
import { maxSubtasks, trashRetentionDays } from '../contract/limits.ts'

const subtask = z.object({ id: uuid, label: z.string(), is_completed: z.boolean() })

/** The task object of docs/tasks-interface.md, "Resources and their fields"; `external_id` is present only if it was set. */
export const task = z.object({
  id: uuid,
  label: z.string(),
  status,
  project_id: uuid,
  workflow_lane_id: z.nullable(uuid),
  position: z.string(),
  description: z.nullable(z.string()),
  subtasks: z.array(subtask),
  external_id: z.optional(z.string()),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Task = z.output<typeof task>
export type Subtask = Task['subtasks'][number]

const statusMeaning = '0 is open, 1 is in progress, 2 is done'

export const subtaskTexts = (): FieldTexts<Subtask> => ({
  id: { meaning: 'The id of the subtask', example: ids.subtaskId },
  label: { meaning: `The text of the subtask, ${labelLimit()}`, example: 'Find her number' },
  is_completed: { meaning: 'Whether the subtask is done', example: true },
})

export const taskTexts = (): FieldTexts<Task> => ({
  id: { meaning: 'The id of the task', example: ids.id },
  label: { meaning: `The title of the task, ${labelLimit()}`, example: 'Call Ada' },
  status: { meaning: statusMeaning, example: 0 },
  project_id: { meaning: 'The project of the task', example: ids.projectId },
  workflow_lane_id: { meaning: 'The lane that the task is in, or null', example: ids.laneId },
  position: {
    meaning:
      'The position of the task in its project. Tasks are sorted by this text, byte by byte. Two moves at the same time can give two tasks the same text; these are sorted by id',
    example: '0|igocfo:cj000qrqm3',
  },
  description: { meaning: `${descriptionLimit()}, or null`, example: 'About the engine' },
  subtasks: { meaning: `The subtasks in their order, at most ${maxSubtasks}`, entry: subtaskTexts() },
  external_id: {
    meaning: 'The id of the task in your system; present only if it was set',
    example: 'form-4711',
  },
  created_at: { meaning: 'When the task was created', example: '2026-11-21T04:28:36.451Z' },
  updated_at: { meaning: 'When the task last changed', example: '2026-11-21T04:28:36.451Z' },
})

/** A task and its version, which is the number of its last write and its ETag. */
export interface VersionedTask {
  task: Task
  version: number
}

/** A task in the trash, with the time of its deletion and the time when it is deleted for good. */
export const trashedTask = z.extend(task, { deleted_at: timestamp, purge_at: timestamp })
export type TrashedTask = z.output<typeof trashedTask>

/** The texts of the fields that only a task in the trash has. */
export const trashedTaskTexts = (): FieldTexts<Omit<TrashedTask, keyof Task>> => ({
  deleted_at: { meaning: 'When the task was moved to the trash', example: '2026-11-22T09:00:00.000Z' },
  purge_at: {
    meaning: `When the task is deleted for good, ${trashRetentionDays} days after \`deleted_at\``,
    example: '2027-01-01T09:00:00.000Z',
  },
})

export const taskAnswer = z.object({ task })
export const taskParams = z.strictObject({ id: taskReference })

/** The errors that every write to a task can have. */
export const writeErrors = ['task_not_found', 'precondition_failed'] as const satisfies ErrorCode[]

/** The data of a new subtask, created alone or with its task. */
export const newSubtask = z.strictObject({ label, isCompleted: z._default(z.boolean(), false) })
export type NewSubtask = z.output<typeof newSubtask>

export const newSubtaskTexts = (): FieldTexts<z.input<typeof newSubtask>> => ({
  label: { meaning: `The text of the subtask, ${labelRule()}`, example: 'Find her number' },
  isCompleted: { meaning: 'Whether the subtask is done', example: true },
})

export const newTask = z.strictObject({
  projectId: uuid,
  label,
  description: z.optional(z.nullable(description)),
  status: z._default(status, 0),
  workflowLaneId: z.optional(z.nullable(uuid)),
  externalId: z.optional(externalId),
  subtasks: z._default(z.array(newSubtask).check(z.maxLength(maxSubtasks)), []),
})

/** The data of a new task. */
export type NewTask = z.output<typeof newTask>

export const taskChange = z.strictObject({
  label: z.optional(label),
  status: z.optional(status),
  description: z.optional(z.nullable(description)),
  projectId: z.optional(uuid),
  workflowLaneId: z.optional(z.nullable(uuid)),
})

/** A change of a task. A null description or lane is removed. */
export type TaskChange = z.output<typeof taskChange>

export const move = z
  .strictObject({
    beforeTaskId: z.optional(taskReference),
    afterTaskId: z.optional(taskReference),
    to: z.optional(z.literal(['top', 'bottom'])),
    workflowLaneId: z.optional(z.nullable(uuid)),
  })
  .check(
    z.refine(
      ({ beforeTaskId, afterTaskId, to }) =>
        [beforeTaskId, afterTaskId, to].filter((place) => place !== undefined).length === 1,
      { error: 'must have exactly one of beforeTaskId, afterTaskId, to' },
    ),
  )

/** The new position of a task: exactly one of the three fields. And optionally its new lane; null means no lane. */
export type Move = z.output<typeof move>

/** The texts of the bodies of tasks. */
export const taskBodyTexts = (): FieldTexts<
  z.input<typeof newTask> & z.input<typeof taskChange> & z.input<typeof move>
> => ({
  projectId: { meaning: 'The project of the task', example: ids.projectId },
  label: { meaning: `The title of the task, ${labelRule()}`, example: 'Call Ada' },
  description: { meaning: `${descriptionLimit()}, or null`, example: 'About the engine' },
  status: { meaning: statusMeaning, example: 0 },
  workflowLaneId: { meaning: 'A lane of the project, or null for no lane', example: ids.laneId },
  externalId: {
    meaning: `The id of the task in your system, unique in the account, ${externalIdLimit()}`,
    example: 'form-4711',
  },
  subtasks: { meaning: `The subtasks in their order, at most ${maxSubtasks}`, entry: newSubtaskTexts() },
  beforeTaskId: {
    meaning: 'The task that it is moved before: a UUID, or `ext:` followed by an external id',
    example: ids.otherTask,
  },
  afterTaskId: {
    meaning: 'The task that it is moved after: a UUID, or `ext:` followed by an external id',
    example: ids.otherTask,
  },
  to: {
    meaning: 'The start or the end of the project, or of the lane that the task is then in',
    example: 'top',
  },
})
