import { declare } from '../../lib/contract/endpoint.ts'
import { none, success } from '../../lib/contract/fields.ts'
import { taskWriteHeaders } from '../../lib/contract/headers.ts'
import { trashRetentionDays } from '../../lib/contract/limits.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { taskParams, writeErrors } from '../../lib/tasks/task.ts'
import { trashTask } from '../../lib/tasks/trash.ts'
import { guarded, type Words } from '../words.ts'

const declaration = declare({
  id: 'tasks.delete',
  method: 'DELETE',
  path: '/tasks/{id}',
  auth: { kind: 'token', scope: 'delete' },
  params: taskParams,
  query: none,
  headers: taskWriteHeaders,
  success: 200,
  answer: success,
  errors: [...writeErrors],
  access: ['GetItem', 'PutItem', 'UpdateItem'],
})

export const words = (): Words => ({
  tag: 'Tasks',
  summary: 'Delete a task',
  description: `Moves the task to the trash. It no longer counts against the quota. After ${trashRetentionDays} days in the trash it is deleted for good. ${guarded}`,
  answer: { success: true },
})

export const operation = endpoint(declaration, async (caller, { params, headers }) => {
  await trashTask(caller, params.id, headers['if-match'])
  return deleted
})
