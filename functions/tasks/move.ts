import { moveTask } from '../../lib/tasks/task.ts'
import { taskAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tasks from '../../lib/tasks/move.ts'

export const handler = endpoint(moveTask, async (caller, { params, headers, body }) =>
  taskAnswer(await tasks.moveTask(caller, params.id, body, headers['if-match'])),
)
