import * as z from 'zod/mini'
import { declare } from './endpoint.ts'
import { exampleIds as ids, labelLimit, labelRule, type FieldTexts } from './field-texts.ts'
import { label, nextCursor, none, paging, success, timestamp, uuid } from './fields.ts'
import { defaultTaskQuota, maxLanes } from './limits.ts'

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
export type Lane = Project['workflow_lanes'][number]

export const laneTexts = (): FieldTexts<Lane> => ({
  id: { meaning: 'Its id', example: ids.laneId },
  label: { meaning: labelLimit(), example: 'To do' },
  task_count: { meaning: 'How many active tasks stand in it, those in the trash apart', example: 1 },
})

export const projectTexts = (): FieldTexts<Project> => ({
  id: { meaning: 'Its id', example: ids.projectId },
  label: { meaning: labelLimit(), example: 'Launch' },
  task_count: { meaning: 'How many active tasks stand in it, those in the trash apart', example: 1 },
  task_quota: { meaning: 'How many active tasks it may hold', example: defaultTaskQuota },
  workflow_lanes: { meaning: `In their order, at most ${maxLanes}`, entry: laneTexts() },
  created_at: { meaning: 'When it was made', example: '2026-11-20T08:00:00.000Z' },
  updated_at: { meaning: 'When it last changed', example: '2026-11-20T08:05:12.000Z' },
})

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

/** A project to be made. */
export type NewProject = z.output<typeof createProject.body>

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

/** What changes of a project. */
export type ProjectChange = z.output<typeof updateProject.body>

/** The texts of the bodies of projects. */
export const projectBodyTexts = (): FieldTexts<
  z.input<typeof createProject.body> & z.input<typeof updateProject.body>
> => ({ label: { meaning: labelRule(), example: 'Launch' } })

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
