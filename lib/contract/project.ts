import * as z from 'zod/mini'
import { declare } from './endpoint.ts'
import { label, nextCursor, none, paging, success, timestamp, uuid } from './fields.ts'

/** A project as answers show it; its lanes in their order. */
const project = z.object({
  id: uuid,
  label: z.string(),
  task_count: z.number(),
  task_quota: z.number(),
  workflow_lanes: z.array(z.object({ id: uuid, label: z.string(), task_count: z.number() })),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Project = z.output<typeof project>

export const projectAnswer = z.object({ project })
const params = z.strictObject({ projectId: uuid })

export const listProjects = declare({
  id: 'projects.list',
  method: 'GET',
  path: '/projects',
  auth: { kind: 'token', scope: 'read' },
  params: none,
  query: z.strictObject(paging),
  success: 200,
  answer: z.object({ projects: z.array(project), next_cursor: nextCursor }),
  errors: [],
  access: ['Query'],
})

export const createProject = declare({
  id: 'projects.create',
  method: 'POST',
  path: '/projects',
  auth: { kind: 'token', scope: 'write' },
  params: none,
  query: none,
  body: z.strictObject({ label }),
  success: 201,
  answer: projectAnswer,
  errors: [],
  access: ['PutItem'],
})

export const getProject = declare({
  id: 'projects.get',
  method: 'GET',
  path: '/projects/{projectId}',
  auth: { kind: 'token', scope: 'read' },
  params,
  query: none,
  success: 200,
  answer: projectAnswer,
  errors: ['project_not_found'],
  access: ['Query'],
})

export const updateProject = declare({
  id: 'projects.update',
  method: 'PATCH',
  path: '/projects/{projectId}',
  auth: { kind: 'token', scope: 'write' },
  params,
  query: none,
  body: z.strictObject({ label: z.optional(label) }),
  success: 200,
  answer: projectAnswer,
  errors: ['project_not_found'],
  access: ['Query', 'UpdateItem'],
})

export const deleteProject = declare({
  id: 'projects.delete',
  method: 'DELETE',
  path: '/projects/{projectId}',
  auth: { kind: 'token', scope: 'delete' },
  params,
  query: none,
  success: 200,
  answer: success,
  errors: ['project_not_found', 'project_not_empty'],
  access: ['DeleteItem', 'UpdateItem'],
})
