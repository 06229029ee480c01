import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { ifNoneMatch } from '../../lib/contract/headers.ts'
import { answerWithTask } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { readingAhead } from '../../lib/http/read-ahead.ts'
import * as tasks from '../../lib/tasks/gate.ts'
import { taskAnswer, taskParams } from '../../lib/tasks/task.ts'
import { task } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'tasks.get',
  method: 'GET',
  path: '/tasks/{id}',
  auth: { kind: 'token', scope: 'read' },
  params: taskParams,
  query: none,
  headers: ifNoneMatch,
  success: 200,
  answer: taskAnswer,
  errors: ['task_not_found'],
  access: ['GetItem'],
})

export const words = (): Words => ({
  tag: 'Tasks',
  summary: 'Read a task',
  description:
    'Returns the task as it was last written. With `If-None-Match`, the answer is an empty 304 if the task has not changed.',
  answer: { task },
})

export const operation = endpoint(
  declaration,
  async (caller, { params }) => answerWithTask(await tasks.getTask(caller, params.id)),
  { around: readingAhead(declaration, (tenant, { id }) => tasks.keyOf(tenant, id)) },
)
