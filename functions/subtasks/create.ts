import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { taskWriteHeaders } from '../../lib/contract/headers.ts'
import { answerWithTask, replayedHeader } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as subtasks from '../../lib/tasks/subtask.ts'
import { newSubtask } from '../../lib/tasks/subtask-fields.ts'
import { taskAnswer, taskParams } from '../../lib/tasks/task.ts'
import { task } from '../samples.ts'
import { guarded, type Words } from '../words.ts'

const declaration = declare({
  id: 'subtasks.create',
  method: 'POST',
  path: '/tasks/{id}/subtasks',
  auth: { kind: 'token', scope: 'write' },
  params: taskParams,
  query: none,
  headers: taskWriteHeaders,
  body: newSubtask,
  success: 201,
  answer: taskAnswer,
  errors: ['task_not_found', 'precondition_failed', 'id_exists', 'id_reused'],
  access: ['GetItem', 'UpdateItem'],
})

export const words = (): Words => {
  const [subtask] = task.subtasks
  return {
    tag: 'Subtasks',
    summary: 'Add a subtask',
    description: `Adds a subtask at the end and returns the whole task. The header \`Location\` has the path of the subtask. With an \`id\`, a repeated request adds no second subtask: it gets the task as it is now, with \`Idempotency-Replayed: true\`, unless the subtask was deleted since. ${guarded}`,
    body: { label: 'Write down what she says' },
    answer: {
      task: {
        ...task,
        subtasks: [
          subtask,
          {
            id: '01a1fc60-44d1-7b0f-a6a0-93f2d61c7e05',
            label: 'Write down what she says',
            is_completed: false,
          },
        ],
      },
    },
  }
}

export const operation = endpoint(declaration, async (caller, { path, params, headers, body }) => {
  const written = await subtasks.createSubtask(caller, params.id, body, headers['if-match'])
  return answerWithTask(written, {
    Location: `${path}/${written.subtaskId}`,
    ...replayedHeader(written),
  })
})
