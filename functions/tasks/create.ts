import { createTask } from '../../lib/tasks/task.ts'
import { taskAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tasks from '../../lib/tasks/create.ts'

export const handler = endpoint(createTask, async (caller, { path, headers, body }) => {
  const created = await tasks.createTask(caller, body, { key: headers['idempotency-key'] })
  return taskAnswer(created, {
    Location: `${path}/${created.task.id}`,
    ...(created.replayed && { 'Idempotency-Replayed': 'true' }),
  })
})
