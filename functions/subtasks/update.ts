import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { taskWriteHeaders } from '../../lib/contract/headers.ts'
import { answerWithTask } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { subtaskChange, subtaskParams } from '../../lib/tasks/subtask-fields.ts'
import * as subtasks from '../../lib/tasks/subtask.ts'
import { taskAnswer } from '../../lib/tasks/task.ts'
import { ids, task } from '../samples.ts'
import { guarded, type Words } from '../words.ts'

const declaration = declare({
  id: 'subtasks.update',
  method: 'PATCH',
  path: '/tasks/{id}/subtasks/{subtaskId}',
  auth: { kind: 'token', scope: 'write' },
  params: subtaskParams,
  query: none,
  headers: taskWriteHeaders,
  body: subtaskChange,
  success: 200,
  answer: taskAnswer,
  errors: ['task_not_found', 'subtask_not_found', 'precondition_failed'],
  access: ['GetItem', 'UpdateItem'],
})

export const words = (): Words => ({
  tag: 'Subtasks',
  summary: 'Change or move a subtask',
  description: `Changes only the fields that you send. To move the subtask, send either \`beforeSubtaskId\` or \`afterSubtaskId\`, not both. ${guarded}`,
  body: { isCompleted: false },
  answer: {
    task: {
      ...task,
      subtasks: [{ id: ids.subtaskId, label: 'Find her number', is_completed: false }],
    },
  },
})

export const operation = endpoint(declaration, async (caller, { params, headers, body }) =>
  answerWithTask(
    await subtasks.updateSubtask(caller, params.id, params.subtaskId, body, headers['if-match']),
  ),
)
