import { deleteSubtask } from '../../lib/tasks/subtask-request.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as subtasks from '../../lib/tasks/subtask.ts'

export const handler = endpoint(deleteSubtask, async (caller, { params, headers }) => {
  await subtasks.deleteSubtask(caller, params.id, params.subtaskId, headers['if-match'])
  return deleted
})
