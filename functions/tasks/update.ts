import { updateTask } from '../../lib/tasks/task.ts'
import { taskAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tasks from '../../lib/tasks/update.ts'

export const handler = endpoint(updateTask, async (caller, { params, headers, body }) =>
  taskAnswer(await tasks.updateTask(caller, params.id, body, headers['if-match'])),
)
