import { getProject } from '../../lib/projects/project.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as projects from '../../lib/projects/projects.ts'

export const handler = endpoint(getProject, async (caller, { params }) => ({
  body: { project: await projects.getProject(caller, params.projectId) },
}))
