import { deleteProject } from '../../lib/projects/project.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as projects from '../../lib/projects/projects.ts'

export const handler = endpoint(deleteProject, async (caller, { params }) => {
  await projects.deleteProject(caller, params.projectId)
  return deleted
})
