import { getTask } from '../../lib/tasks/task.ts'
import { taskAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { readingAhead } from '../../lib/http/read-ahead.ts'
import * as tasks from '../../lib/tasks/get.ts'

export const handler = endpoint(
  getTask,
  async (caller, { params }) => taskAnswer(await tasks.getTask(caller, params.id)),
  { around: readingAhead(getTask, (tenant, { id }) => tasks.keyOf(tenant, id)) },
)
