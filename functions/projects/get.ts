import { getProject } from '../../lib/contract/project.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as projects from '../../lib/store/project/project.ts'

export const handler = endpoint(getProject, async (caller, { params }) => ({
  body: { project: await projects.getProject(caller, params.projectId) },
}))
