import { restoreTask } from '../../lib/tasks/task.ts'
import { taskAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tasks from '../../lib/tasks/trash.ts'

export const handler = endpoint(restoreTask, async (caller, { params, headers }) =>
  taskAnswer(await tasks.restoreTask(caller, params.id, headers['if-match'])),
)
