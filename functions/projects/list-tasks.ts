import { listTasks } from '../../lib/tasks/list-request.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tasks from '../../lib/tasks/list.ts'

export const handler = endpoint(listTasks, async (caller, { params, query, ...input }) => {
  const { workflowLaneId, ...others } = query
  const lane = workflowLaneId === 'none' ? null : workflowLaneId
  const page = await tasks.listTasks(caller, { ...params, ...others, workflowLaneId: lane })
  return pageAnswer(input, page)
})
