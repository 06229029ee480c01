import * as z from 'zod/mini'
import { declare } from '../contract/endpoint.ts'
import { exampleIds as ids, labelLimit, labelRule, type FieldTexts } from '../contract/field-texts.ts'
import { label, nextCursor, none, paging, success, timestamp, uuid } from '../contract/fields.ts'
import { defaultTaskQuota, maxLanes } from '../contract/limits.ts'

/** A project in answers, with its lanes in their order. */
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
  id: { meaning: 'The id of the lane', example: ids.laneId },
  label: { meaning: `The name of the lane, ${labelLimit()}`, example: 'To do' },
  task_count: { meaning: 'The number of active tasks in it, without tasks in the trash', example: 1 },
})

export const projectTexts = (): FieldTexts<Project> => ({
  id: { meaning: 'The id of the project', example: ids.projectId },
  label: { meaning: `The name of the project, ${labelLimit()}`, example: 'Launch' },
  task_count: { meaning: 'The number of active tasks in it, without tasks in the trash', example: 1 },
  task_quota: { meaning: 'The most active tasks that it may hold', example: defaultTaskQuota },
  workflow_lanes: {
    meaning: `The lanes of the project, in their order, at most ${maxLanes}`,
    entry: laneTexts(),
  },
  created_at: { meaning: 'When the project was created', example: '2026-11-20T08:00:00.000Z' },
  updated_at: { meaning: 'When the project last changed', example: '2026-11-20T08:05:12.000Z' },
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

/** The data of a new project. */
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

/** A change of a project. */
export type ProjectChange = z.output<typeof updateProject.body>

/** The texts of the bodies of projects. */
export const projectBodyTexts = (): FieldTexts<
  z.input<typeof createProject.body> & z.input<typeof updateProject.body>
> => ({ label: { meaning: `The name of the project, ${labelRule()}`, example: 'Launch' } })

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
  access: ['DeleteItem'],
})
