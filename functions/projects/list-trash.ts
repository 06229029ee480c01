import { listTrash } from '../../lib/tasks/list-request.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tasks from '../../lib/tasks/list.ts'

export const handler = endpoint(listTrash, async (caller, { params, query, ...input }) => {
  const page = await tasks.listTrash(caller, { ...params, ...query })
  return pageAnswer(input, page)
})
