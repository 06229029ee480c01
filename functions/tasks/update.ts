import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { dryRun } from '../../lib/contract/fields.ts'
import { taskWriteHeaders } from '../../lib/contract/headers.ts'
import { answerWithTask } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { taskAnswer, taskChange, taskParams, writeErrors } from '../../lib/tasks/task.ts'
import * as tasks from '../../lib/tasks/update.ts'
import { task } from '../samples.ts'
import { guarded, ofDryRuns, type Words } from '../words.ts'

const declaration = declare({
  id: 'tasks.update',
  method: 'PATCH',
  path: '/tasks/{id}',
  auth: { kind: 'token', scope: 'write' },
  params: taskParams,
  query: z.strictObject({ dryRun }),
  headers: taskWriteHeaders,
  body: taskChange,
  success: 200,
  answer: taskAnswer,
  errors: [...writeErrors, 'project_not_found', 'lane_not_found', 'quota_exceeded'],
  access: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => ({
  tag: 'Tasks',
  summary: 'Change a task',
  description: `Changes only the fields that you send. A null \`description\` removes the description, and a null \`workflowLaneId\` takes the task out of its lane. Another \`projectId\` moves the task to the end of that project, or to the \`position\` that you send with it; it then counts against the quota of that project. ${guarded} ${ofDryRuns}`,
  body: { status: 2, description: null },
  answer: { task: { ...task, status: 2, description: null, updated_at: '2026-11-21T04:28:36.512Z' } },
})

export const operation = endpoint(declaration, async (caller, { params, headers, body }) =>
  answerWithTask(await tasks.updateTask(caller, params.id, body, headers['if-match'])),
)
