import { updateSubtask } from '../../lib/tasks/subtask-request.ts'
import { taskAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as subtasks from '../../lib/tasks/subtask.ts'

export const handler = endpoint(updateSubtask, async (caller, { params, headers, body }) =>
  taskAnswer(await subtasks.updateSubtask(caller, params.id, params.subtaskId, body, headers['if-match'])),
)
