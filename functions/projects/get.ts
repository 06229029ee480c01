import { declare } from '../../lib/contract/endpoint.ts'
import { none, projectParams } from '../../lib/contract/fields.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { projectAnswer } from '../../lib/projects/project.ts'
import * as projects from '../../lib/projects/projects.ts'
import { project } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'projects.get',
  method: 'GET',
  path: '/projects/{projectId}',
  auth: { kind: 'token', scope: 'read' },
  params: projectParams,
  query: none,
  success: 200,
  answer: projectAnswer,
  errors: ['project_not_found'],
  access: ['Query'],
})

export const words = (): Words => ({
  tag: 'Projects',
  summary: 'Read a project',
  description: 'Returns the project with the exact number of its active tasks, its quota and its lanes.',
  answer: { project },
})

export const operation = endpoint(declaration, async (caller, { params }) => ({
  body: { project: await projects.getProject(caller, params.projectId) },
}))
