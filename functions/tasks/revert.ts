import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { dryRun } from '../../lib/contract/fields.ts'
import { taskWriteHeaders } from '../../lib/contract/headers.ts'
import { revertedVersion } from '../../lib/history/revert-request.ts'
import { revertTask } from '../../lib/history/revert-task.ts'
import { answerWithTask } from '../../lib/http/answers.ts'
import { requireScope } from '../../lib/http/authenticate.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { taskAnswer, taskParams, writeErrors } from '../../lib/tasks/task.ts'
import { task } from '../samples.ts'
import { guarded, ofDryRuns, type Words } from '../words.ts'

const declaration = declare({
  id: 'tasks.revert',
  method: 'POST',
  path: '/tasks/{id}/revert',
  auth: { kind: 'token', scope: 'write' },
  params: taskParams,
  query: z.strictObject({ dryRun }),
  headers: taskWriteHeaders,
  body: revertedVersion,
  success: 200,
  answer: taskAnswer,
  errors: [...writeErrors, 'version_not_kept', 'project_not_found', 'lane_not_found', 'quota_exceeded'],
  access: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
  via: 'revert',
})

export const words = (): Words => ({
  tag: 'History',
  summary: 'Take a task back to a version',
  description: `Gives the task the values that it had at that version, in one write; its history has the versions. A task that was in the trash goes there, for which the token also needs the scope \`delete\`; one that was not comes out of it. A lane or a field of the account that was deleted since is left out. A task that has these values stays as it is, so you can safely repeat the request. \`version_not_kept\`: the history does not reach back so far, or the task has just changed and the history does not have that write yet. ${guarded} ${ofDryRuns}`,
  body: { version: 1 },
  answer: { task: { ...task, updated_at: '2026-11-22T09:05:41.007Z' } },
})

export const operation = endpoint(declaration, async (caller, { params, headers, body }) =>
  answerWithTask(
    await revertTask(caller, params.id, body.version, {
      precondition: headers['if-match'],
      mayTrash: () => {
        requireScope(caller, 'delete')
      },
    }),
  ),
)
