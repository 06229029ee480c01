import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { taskWriteHeaders } from '../../lib/contract/headers.ts'
import { answerWithTask } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tasks from '../../lib/tasks/move.ts'
import { move, taskAnswer, taskParams, writeErrors } from '../../lib/tasks/task.ts'
import { ids, task } from '../samples.ts'
import { guarded, type Words } from '../words.ts'

const declaration = declare({
  id: 'tasks.move',
  method: 'POST',
  path: '/tasks/{id}/move',
  auth: { kind: 'token', scope: 'write' },
  params: taskParams,
  query: none,
  headers: taskWriteHeaders,
  body: move,
  success: 200,
  answer: taskAnswer,
  errors: [...writeErrors, 'lane_not_found'],
  access: ['BatchGetItem', 'GetItem', 'Query:list', 'PutItem', 'UpdateItem'],
})

export const words = (): Words => ({
  tag: 'Tasks',
  summary: 'Move a task within its project',
  description: `Send exactly one of \`beforeTaskId\`, \`afterTaskId\` and \`to\`. No task that lists show at that moment is between the moved task and the task that you name. A task that was put there just before, and is not in the lists yet, can be on either side. With \`workflowLaneId\` the task also changes its lane. ${guarded}`,
  body: { afterTaskId: ids.otherTask, workflowLaneId: null },
  answer: {
    task: {
      ...task,
      workflow_lane_id: null,
      position: '0|igocfp:i',
      updated_at: '2026-11-21T05:10:02.118Z',
    },
  },
})

export const operation = endpoint(declaration, async (caller, { params, headers, body }) =>
  answerWithTask(await tasks.moveTask(caller, params.id, body, headers['if-match'])),
)
