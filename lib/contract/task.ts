import * as z from 'zod/mini'
import { declare } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import {
  description,
  externalId,
  label,
  laneFilter,
  nextCursor,
  none,
  paging,
  success,
  taskReference,
  timestamp,
  uuid,
} from './fields.ts'
import { idempotencyKey, ifMatch, ifNoneMatch } from './headers.ts'

/** 0 open, 1 in progress, 2 done: docs/tasks-interface.md, "States and transitions". */
const status = z.literal([0, 1, 2])

/** docs/architecture.md, "Limits". */
export const maxSubtasks = 100

const subtask = z.object({ id: uuid, label: z.string(), is_completed: z.boolean() })

/** The task object of docs/tasks-interface.md, "Resources and their fields"; `external_id` only where one was set. */
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

/** A task and the number of its last write, which is its ETag. */
export interface VersionedTask {
  task: Task
  version: number
}

/** A task in the trash, with the times of its deletion and of its end. */
const trashedTask = z.extend(task, { deleted_at: timestamp, purge_at: timestamp })
export type TrashedTask = z.output<typeof trashedTask>

export const taskAnswer = z.object({ task })
const taskParams = z.strictObject({ id: taskReference })
const projectParams = z.strictObject({ projectId: uuid })

/** What any write to a task may meet. */
const writeErrors = ['task_not_found', 'precondition_failed'] as const satisfies ErrorCode[]

export const getTask = declare({
  id: 'tasks.get',
  method: 'GET',
  path: '/tasks/{id}',
  auth: { kind: 'token', scope: 'read' },
  params: taskParams,
  query: none,
  headers: ifNoneMatch,
  success: 200,
  answer: taskAnswer,
  errors: ['task_not_found'],
  access: ['GetItem'],
})

export const createTask = declare({
  id: 'tasks.create',
  method: 'POST',
  path: '/tasks',
  auth: { kind: 'token', scope: 'write' },
  params: none,
  query: none,
  headers: idempotencyKey,
  body: z.strictObject({
    projectId: uuid,
    label,
    description: z.optional(z.nullable(description)),
    status: z._default(status, 0),
    workflowLaneId: z.optional(z.nullable(uuid)),
    externalId: z.optional(externalId),
    subtasks: z._default(
      z
        .array(z.strictObject({ label, isCompleted: z._default(z.boolean(), false) }))
        .check(z.maxLength(maxSubtasks)),
      [],
    ),
  }),
  success: 201,
  answer: taskAnswer,
  errors: [
    'project_not_found',
    'lane_not_found',
    'quota_exceeded',
    'external_id_exists',
    'idempotency_key_reused',
  ],
  access: ['GetItem', 'PutItem', 'UpdateItem'],
})

export const updateTask = declare({
  id: 'tasks.update',
  method: 'PATCH',
  path: '/tasks/{id}',
  auth: { kind: 'token', scope: 'write' },
  params: taskParams,
  query: none,
  headers: ifMatch,
  body: z.strictObject({
    label: z.optional(label),
    status: z.optional(status),
    description: z.optional(z.nullable(description)),
    projectId: z.optional(uuid),
    workflowLaneId: z.optional(z.nullable(uuid)),
  }),
  success: 200,
  answer: taskAnswer,
  errors: [...writeErrors, 'project_not_found', 'lane_not_found', 'quota_exceeded'],
  access: ['GetItem', 'PutItem', 'UpdateItem'],
})

export const deleteTask = declare({
  id: 'tasks.delete',
  method: 'DELETE',
  path: '/tasks/{id}',
  auth: { kind: 'token', scope: 'delete' },
  params: taskParams,
  query: none,
  headers: ifMatch,
  success: 200,
  answer: success,
  errors: [...writeErrors],
  access: ['GetItem', 'PutItem', 'UpdateItem'],
})

export const moveTask = declare({
  id: 'tasks.move',
  method: 'POST',
  path: '/tasks/{id}/move',
  auth: { kind: 'token', scope: 'write' },
  params: taskParams,
  query: none,
  headers: ifMatch,
  body: z
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
    ),
  success: 200,
  answer: taskAnswer,
  errors: [...writeErrors, 'lane_not_found'],
  access: ['BatchGetItem', 'GetItem', 'Query:list', 'PutItem', 'UpdateItem'],
})

export const restoreTask = declare({
  id: 'tasks.restore',
  method: 'POST',
  path: '/tasks/{id}/restore',
  auth: { kind: 'token', scope: 'write' },
  params: taskParams,
  query: none,
  headers: ifMatch,
  success: 200,
  answer: taskAnswer,
  errors: [...writeErrors, 'project_not_found', 'quota_exceeded'],
  access: ['GetItem', 'PutItem', 'UpdateItem'],
})

/** A query parameter that may come several times, as an array in which each value stands once. */
const repeatable = <S extends z.ZodMiniType>(value: S) =>
  z.pipe(
    z.pipe(
      z.transform((input: unknown) => (Array.isArray(input) ? (input as unknown[]) : [input])),
      z.array(value),
    ),
    z.transform((values) => [...new Set(values)]),
  )

export const listTasks = declare({
  id: 'projects.list-tasks',
  method: 'GET',
  path: '/projects/{projectId}/tasks',
  auth: { kind: 'token', scope: 'read' },
  params: projectParams,
  query: z.strictObject({
    ...paging,
    status: z.optional(
      repeatable(
        z.pipe(
          z.literal(['0', '1', '2']),
          z.transform((text) => Number(text) as Task['status']),
        ),
      ),
    ),
    workflowLaneId: z.optional(laneFilter),
  }),
  success: 200,
  answer: z.object({ tasks: z.array(task), next_cursor: nextCursor }),
  errors: ['project_not_found'],
  access: ['Query:list', 'GetItem'],
})

export const listTrash = declare({
  id: 'projects.list-trash',
  method: 'GET',
  path: '/projects/{projectId}/trash',
  auth: { kind: 'token', scope: 'read' },
  params: projectParams,
  query: z.strictObject(paging),
  success: 200,
  answer: z.object({ tasks: z.array(trashedTask), next_cursor: nextCursor }),
  errors: ['project_not_found'],
  access: ['Query:list', 'GetItem'],
})
