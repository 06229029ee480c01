import { declare } from '../../lib/contract/endpoint.ts'
import { none, projectParams } from '../../lib/contract/fields.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { projectAnswer, projectChange } from '../../lib/projects/project.ts'
import * as projects from '../../lib/projects/projects.ts'
import { project } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'projects.update',
  method: 'PATCH',
  path: '/projects/{projectId}',
  auth: { kind: 'token', scope: 'write' },
  params: projectParams,
  query: none,
  body: projectChange,
  success: 200,
  answer: projectAnswer,
  errors: ['project_not_found'],
  access: ['Query', 'UpdateItem'],
})

export const words = (): Words => ({
  tag: 'Projects',
  summary: 'Rename a project',
  description: 'Changes only the fields that you send.',
  body: { label: 'Launch in March' },
  answer: { project: { ...project, label: 'Launch in March', updated_at: '2026-11-21T07:30:00.000Z' } },
})

export const operation = endpoint(declaration, async (caller, { params, body }) => ({
  body: { project: await projects.updateProject(caller, params.projectId, body) },
}))
