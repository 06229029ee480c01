import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { taskWriteHeaders } from '../../lib/contract/headers.ts'
import { answerWithTask } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { taskAnswer, taskParams, writeErrors } from '../../lib/tasks/task.ts'
import * as tasks from '../../lib/tasks/trash.ts'
import { task } from '../samples.ts'
import { guarded, type Words } from '../words.ts'

const declaration = declare({
  id: 'tasks.restore',
  method: 'POST',
  path: '/tasks/{id}/restore',
  auth: { kind: 'token', scope: 'write' },
  params: taskParams,
  query: none,
  headers: taskWriteHeaders,
  success: 200,
  answer: taskAnswer,
  errors: [...writeErrors, 'project_not_found', 'quota_exceeded'],
  access: ['GetItem', 'PutItem', 'UpdateItem'],
})

export const words = (): Words => ({
  tag: 'Tasks',
  summary: 'Restore a task from the trash',
  description: `Puts a deleted task back in its old position, if its project still exists and has room. A task that is not in the trash stays as it is, so you can safely repeat the request. ${guarded}`,
  answer: { task: { ...task, updated_at: '2026-11-22T09:05:41.007Z' } },
})

export const operation = endpoint(declaration, async (caller, { params, headers }) =>
  answerWithTask(await tasks.restoreTask(caller, params.id, headers['if-match'])),
)
