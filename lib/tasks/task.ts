import * as z from 'zod/mini'
import type { ErrorCode } from '../contract/errors.ts'
import { exampleIds as ids, type FieldTexts, type Texts } from '../contract/field-texts.ts'
import { taskReference, timestamp, uuid } from '../contract/fields.ts'
import { trashRetentionDays } from '../contract/limits.ts'
import { bodyTexts, changeShape, createShape, shownShape } from './fields.ts'

/** The task object of docs/tasks-interface.md, "Resources and their fields"; `external_id` is present only if it was set. */
export const task = z.object(shownShape)
export type Task = z.output<typeof task>

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

/** A check that a new task has one id of its own. The id of a task with an external id is computed from that. */
export const hasOneId = z.refine<{ id?: unknown; externalId?: unknown }>(
  ({ id, externalId }) => id === undefined || externalId === undefined,
  {
    error: 'must not have both id and externalId: a task with an externalId gets an id that is made from it',
  },
)

export const newTask = z.strictObject(createShape).check(hasOneId)

/** The data of a new task. */
export type NewTask = z.output<typeof newTask>

export const taskChange = z.strictObject(changeShape)

/** A change of a task. A null description or lane is removed. */
export type TaskChange = z.output<typeof taskChange>

/** The fields of a move. */
export const moveShape = {
  beforeTaskId: z.optional(taskReference),
  afterTaskId: z.optional(taskReference),
  to: z.optional(z.literal(['top', 'bottom'])),
  workflowLaneId: z.optional(z.nullable(uuid)),
}

/** A check that a move names one place. */
export const isOnePlace = z.refine<Partial<Record<'beforeTaskId' | 'afterTaskId' | 'to', unknown>>>(
  ({ beforeTaskId, afterTaskId, to }) =>
    [beforeTaskId, afterTaskId, to].filter((place) => place !== undefined).length === 1,
  { error: 'must have exactly one of beforeTaskId, afterTaskId, to' },
)

export const move = z.strictObject(moveShape).check(isOnePlace)

/** The new position of a task: exactly one of the three fields. And optionally its new lane; null means no lane. */
export type Move = z.output<typeof move>

const moveTexts = (): FieldTexts<Omit<z.input<typeof move>, 'workflowLaneId'>> => ({
  beforeTaskId: {
    meaning: 'The task to put it before: a UUID, or `ext:` followed by an external id',
    example: ids.otherTask,
  },
  afterTaskId: {
    meaning: 'The task to put it after: a UUID, or `ext:` followed by an external id',
    example: ids.otherTask,
  },
  to: {
    meaning: 'The start or the end of the project, or of the lane that the task is then in',
    example: 'top',
  },
})

/** The texts of the bodies of tasks. */
export const taskBodyTexts = (): Texts => ({ ...bodyTexts(), ...moveTexts() })
