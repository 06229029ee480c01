import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { newProject, projectAnswer } from '../../lib/projects/project.ts'
import * as projects from '../../lib/projects/projects.ts'
import { project } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'projects.create',
  method: 'POST',
  path: '/projects',
  auth: { kind: 'token', scope: 'write', isForAccount: true },
  params: none,
  query: none,
  body: newProject,
  success: 201,
  answer: projectAnswer,
  errors: [],
  access: ['PutItem'],
})

export const words = (): Words => {
  const empty = { ...project, task_count: 0, workflow_lanes: [] }
  return {
    tag: 'Projects',
    summary: 'Create a project',
    description:
      'The new project has a quota of 10,000 tasks, unless the operator sets another one. A repeated request creates another project.',
    body: { label: 'Launch' },
    answer: { project: empty },
  }
}

export const operation = endpoint(declaration, async (caller, { path, body }) => {
  const project = await projects.createProject(caller, { ...body, task_quota: caller.taskQuota })
  return { body: { project }, headers: { Location: `${path}/${project.id}` } }
})
