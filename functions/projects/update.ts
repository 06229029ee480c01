import { updateProject } from '../../lib/projects/project.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as projects from '../../lib/projects/projects.ts'

export const handler = endpoint(updateProject, async (caller, { params, body }) => ({
  body: { project: await projects.updateProject(caller, params.projectId, body) },
}))
