import * as z from 'zod/mini'
import { declare } from './endpoint.ts'
import { cursor, description, label, limit, none, timestamp, uuid } from './fields.ts'

/** 0 open, 1 in progress, 2 done: tasks-interface.md, "States and transitions". */
const status = z.literal([0, 1, 2])

const subtask = z.object({ id: uuid, label: z.string(), is_completed: z.boolean() })

/** The task object of tasks-interface.md, "Resources and their fields". */
export const task = z.object({
  id: uuid,
  label: z.string(),
  status,
  project_id: uuid,
  workflow_lane_id: z.nullable(uuid),
  position: z.string(),
  description: z.nullable(z.string()),
  subtasks: z.array(subtask),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Task = z.output<typeof task>

/** A task and the number of its last write, which is its ETag. */
export interface VersionedTask {
  task: Task
  version: number
}

const taskAnswer = z.object({ task })
const taskParams = z.strictObject({ id: uuid })

export const getTask = declare({
  id: 'tasks.get',
  method: 'GET',
  path: '/tasks/{id}',
  scope: 'read',
  params: taskParams,
  query: none,
  success: 200,
  answer: taskAnswer,
  errors: ['task_not_found'],
})

export const createTask = declare({
  id: 'tasks.create',
  method: 'POST',
  path: '/tasks',
  scope: 'write',
  params: none,
  query: none,
  body: z.strictObject({
    projectId: uuid,
    label,
    description: z.optional(z.nullable(description)),
    status: z._default(status, 0),
  }),
  success: 201,
  answer: taskAnswer,
  errors: ['project_not_found', 'quota_exceeded', 'payload_too_large', 'unsupported_media_type'],
})

export const updateTask = declare({
  id: 'tasks.update',
  method: 'PATCH',
  path: '/tasks/{id}',
  scope: 'write',
  params: taskParams,
  query: none,
  body: z.strictObject({
    label: z.optional(label),
    status: z.optional(status),
    description: z.optional(z.nullable(description)),
    projectId: z.optional(uuid),
  }),
  success: 200,
  answer: taskAnswer,
  errors: [
    'task_not_found',
    'project_not_found',
    'quota_exceeded',
    'payload_too_large',
    'unsupported_media_type',
  ],
})

export const deleteTask = declare({
  id: 'tasks.delete',
  method: 'DELETE',
  path: '/tasks/{id}',
  scope: 'delete',
  params: taskParams,
  query: none,
  success: 200,
  answer: z.object({ success: z.literal(true) }),
  errors: ['task_not_found'],
})

export const listTasks = declare({
  id: 'projects.list-tasks',
  method: 'GET',
  path: '/projects/{projectId}/tasks',
  scope: 'read',
  params: z.strictObject({ projectId: uuid }),
  query: z.strictObject({ limit, cursor: z.optional(cursor) }),
  success: 200,
  answer: z.object({ tasks: z.array(task), next_cursor: z.nullable(z.string()) }),
  errors: ['project_not_found'],
})
