import { deleteTask } from '../../lib/tasks/task.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { trashTask } from '../../lib/tasks/trash.ts'

export const handler = endpoint(deleteTask, async (caller, { params, headers }) => {
  await trashTask(caller, params.id, headers['if-match'])
  return deleted
})
