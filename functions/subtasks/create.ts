import { createSubtask } from '../../lib/tasks/subtask-request.ts'
import { taskAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as subtasks from '../../lib/tasks/subtask.ts'

export const handler = endpoint(createSubtask, async (caller, { path, params, headers, body }) => {
  const written = await subtasks.createSubtask(caller, params.id, body, headers['if-match'])
  return taskAnswer(written, { Location: `${path}/${written.subtaskId}` })
})
