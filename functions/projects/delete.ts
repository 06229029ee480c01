import { declare } from '../../lib/contract/endpoint.ts'
import { none, projectParams, success } from '../../lib/contract/fields.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as projects from '../../lib/projects/projects.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'projects.delete',
  method: 'DELETE',
  path: '/projects/{projectId}',
  auth: { kind: 'token', scope: 'delete', isForAccount: true },
  params: projectParams,
  query: none,
  success: 200,
  answer: success,
  errors: ['project_not_found', 'project_not_empty'],
  access: ['DeleteItem'],
})

export const words = (): Words => ({
  tag: 'Projects',
  summary: 'Delete a project',
  description:
    'A project can be deleted only when all of its tasks are in the trash: a task that is done stands in the way, too. It is deleted at once. The tasks in its trash can then no longer be restored.',
  answer: { success: true },
})

export const operation = endpoint(declaration, async (caller, { params }) => {
  await projects.deleteProject(caller, params.projectId)
  return deleted
})
