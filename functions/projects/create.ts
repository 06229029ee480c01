import { createProject } from '../../lib/projects/project.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as projects from '../../lib/projects/projects.ts'

export const handler = endpoint(createProject, async (caller, { path, body }) => {
  const project = await projects.createProject(caller, { ...body, task_quota: caller.taskQuota })
  return { body: { project }, headers: { Location: `${path}/${project.id}` } }
})
