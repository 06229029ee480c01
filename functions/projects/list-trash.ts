import { listTrash } from '../../lib/contract/task-list.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { nextLink } from '../../lib/http/next-link.ts'
import * as tasks from '../../lib/store/task/list.ts'

export const handler = endpoint(listTrash, async (caller, { params, query, ...input }) => {
  const page = await tasks.listTrash(caller, { ...params, ...query })
  return { body: page, headers: nextLink(input, page.next_cursor) }
})
