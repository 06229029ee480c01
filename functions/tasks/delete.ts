import { deleteTask } from '../../lib/contract/task.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { trashTask } from '../../lib/store/task/trash.ts'

export const handler = endpoint(deleteTask, async (caller, { params, headers }) => {
  await trashTask(caller, params.id, headers['if-match'])
  return deleted
})
