import { tasksPerCharge } from '../../lib/contract/limits.ts'
import { updateTasksWhere } from '../../lib/tasks/update-where-request.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { findTasksWhere, updateFound } from '../../lib/tasks/update-where.ts'

export const handler = endpoint(updateTasksWhere, async (caller, { params, body }, charge) => {
  const found = await findTasksWhere(caller, params.projectId, body)
  // this request is counted already: it pays for the first of them
  charge(Math.ceil(found.tasks.length / tasksPerCharge) - 1)
  return { body: await updateFound(caller, found, body.set) }
})
