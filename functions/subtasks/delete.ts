import { declare } from '../../lib/contract/endpoint.ts'
import { none, success } from '../../lib/contract/fields.ts'
import { taskWriteHeaders } from '../../lib/contract/headers.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { subtaskParams } from '../../lib/tasks/subtask-fields.ts'
import * as subtasks from '../../lib/tasks/subtask.ts'
import { guarded, type Words } from '../words.ts'

const declaration = declare({
  id: 'subtasks.delete',
  method: 'DELETE',
  path: '/tasks/{id}/subtasks/{subtaskId}',
  auth: { kind: 'token', scope: 'delete' },
  params: subtaskParams,
  query: none,
  headers: taskWriteHeaders,
  success: 200,
  answer: success,
  errors: ['task_not_found', 'subtask_not_found', 'precondition_failed'],
  access: ['GetItem', 'UpdateItem'],
})

export const words = (): Words => ({
  tag: 'Subtasks',
  summary: 'Delete a subtask',
  description: `Deletes the subtask at once. It cannot be restored: subtasks have no trash. ${guarded}`,
  answer: { success: true },
})

export const operation = endpoint(declaration, async (caller, { params, headers }) => {
  await subtasks.deleteSubtask(caller, params.id, params.subtaskId, headers['if-match'])
  return deleted
})
