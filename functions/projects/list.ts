import { listProjects } from '../../lib/projects/project.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as projects from '../../lib/projects/list.ts'

export const handler = endpoint(listProjects, async (caller, { query, ...input }) => {
  const page = await projects.listProjects(caller, query)
  return pageAnswer(input, page)
})
