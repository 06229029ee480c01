import * as z from 'zod/mini'
import { comment } from '../../lib/comments/comment.ts'
import { newestComments } from '../../lib/comments/list.ts'
import { declare } from '../../lib/contract/endpoint.ts'
import { uuid } from '../../lib/contract/fields.ts'
import { ifNoneMatch } from '../../lib/contract/headers.ts'
import { maxShownComments } from '../../lib/contract/limits.ts'
import { answerWithTask } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { findMemberName } from '../../lib/members/find-name.ts'
import { origin } from '../../lib/tasks/origin.ts'
import * as tasks from '../../lib/tasks/gate.ts'
import { taskAnswer, taskParams } from '../../lib/tasks/task.ts'
import { toTask } from '../../lib/tasks/task-item.ts'
import { task } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'tasks.get',
  method: 'GET',
  path: '/tasks/{id}',
  auth: { kind: 'token', scope: 'read' },
  params: taskParams,
  query: z.strictObject({ include: z.optional(z.literal(['origin', 'comments'])) }),
  headers: ifNoneMatch,
  success: 200,
  answer: z.extend(taskAnswer, {
    origin: z.optional(z.nullable(origin)),
    comments: z.optional(z.array(comment)),
    member: z.optional(z.nullable(z.object({ id: uuid, email: z.string() }))),
  }),
  errors: ['task_not_found'],
  access: ['GetItem', 'Query'],
})

export const words = (): Words => ({
  tag: 'Tasks',
  summary: 'Read a task',
  description: `Returns the task as it was last written. With \`If-None-Match\`, the answer is an empty 304 if the task has not changed. With \`include=origin\`, \`origin\` says how the last write came in, as in the change feed. \`member\` is the member who made that write: null if it was not made in a session, or if the member was removed. With \`include=comments\`, \`comments\` has the newest ${maxShownComments} comments, newest first; a comment is no write of the task, so this answer is never 304.`,
  answer: { task },
})

export const operation = endpoint(declaration, async (caller, { params, query }) => {
  if (query.include === undefined) return answerWithTask(await tasks.getTask(caller, params.id))
  if (query.include === 'comments') {
    const read = await tasks.readActive(caller, params.id)
    const { body, headers } = answerWithTask(toTask(read))
    const comments = await newestComments(caller, read)
    // a whole result: the version of the task does not tell whether its comments have changed
    return { statusCode: 200, headers, body: JSON.stringify({ ...body, comments }) }
  }
  const { task, version, origin } = await tasks.getTaskWithOrigin(caller, params.id)
  const member = origin?.member_id == null ? null : await findMemberName(caller, origin.member_id)
  const { body, headers } = answerWithTask({ task, version })
  return { body: { ...body, origin, member }, headers }
})
