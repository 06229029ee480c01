import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { dryRun, none } from '../../lib/contract/fields.ts'
import { taskCreateHeaders } from '../../lib/contract/headers.ts'
import { answerWithTask, replayedHeader } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tasks from '../../lib/tasks/create.ts'
import { newTask, taskAnswer } from '../../lib/tasks/task.ts'
import { ids, task } from '../samples.ts'
import { ofDryRuns, type Words } from '../words.ts'

const declaration = declare({
  id: 'tasks.create',
  method: 'POST',
  path: '/tasks',
  auth: { kind: 'token', scope: 'write' },
  params: none,
  query: z.strictObject({ dryRun }),
  headers: taskCreateHeaders,
  body: newTask,
  success: 201,
  answer: taskAnswer,
  errors: [
    'project_not_found',
    'lane_not_found',
    'quota_exceeded',
    ...(['external_id_exists', 'idempotency_key_reused', 'id_exists', 'id_reused'] as const),
  ],
  access: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => ({
  tag: 'Tasks',
  summary: 'Create a task',
  description: `Creates a task at the end of its project, or at its \`position\`. With an \`Idempotency-Key\`, or an \`id\` of your choice, a repeated request creates no second task. It gets the first answer again, with \`Idempotency-Replayed: true\`, even if the task has changed since or is in the trash. The key and the id are valid in the account for as long as the task exists. An \`externalId\` is unique in the account. The quota of the project is exact, even when many tasks are created at the same time. ${ofDryRuns}`,
  body: {
    projectId: ids.projectId,
    label: 'Call Ada',
    description: 'About the engine',
    workflowLaneId: ids.laneId,
    externalId: 'form-4711',
    subtasks: [{ label: 'Find her number', isCompleted: true }],
  },
  answer: { task },
})

export const operation = endpoint(declaration, async (caller, { path, headers, body }) => {
  const created = await tasks.createTask(caller, body, { key: headers['idempotency-key'] })
  return answerWithTask(created, {
    Location: `${path}/${created.task.id}`,
    ...replayedHeader(created),
  })
})
