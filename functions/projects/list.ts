import { listProjects } from '../../lib/contract/project.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { nextLink } from '../../lib/http/next-link.ts'
import * as projects from '../../lib/store/project/list.ts'

export const handler = endpoint(listProjects, async (caller, { query, ...input }) => {
  const page = await projects.listProjects(caller, query)
  return { body: page, headers: nextLink(input, page.next_cursor) }
})
