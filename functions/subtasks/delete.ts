import { deleteSubtask } from '../../lib/contract/subtask.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as subtasks from '../../lib/store/task/subtask.ts'

export const handler = endpoint(deleteSubtask, async (caller, { params, headers }) => {
  await subtasks.deleteSubtask(caller, params.id, params.subtaskId, headers['if-match'])
  return deleted
})
