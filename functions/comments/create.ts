import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { taskCreateHeaders } from '../../lib/contract/headers.ts'
import { maxComments } from '../../lib/contract/limits.ts'
import { authorOf } from '../../lib/comments/author.ts'
import { commentAnswer, newComment } from '../../lib/comments/comment.ts'
import * as comments from '../../lib/comments/create.ts'
import { basePath } from '../../lib/contract/routes.ts'
import { answerWithComment, replayedHeader } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { taskParams } from '../../lib/tasks/task.ts'
import { comment } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'comments.create',
  method: 'POST',
  path: '/tasks/{id}/comments',
  auth: { kind: 'token', scope: 'write' },
  params: taskParams,
  query: none,
  headers: taskCreateHeaders,
  body: newComment,
  success: 201,
  answer: commentAnswer,
  errors: [
    'task_not_found',
    'quota_exceeded',
    ...(['external_id_exists', 'idempotency_key_reused', 'id_exists', 'id_reused'] as const),
  ],
  access: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => ({
  tag: 'Comments',
  summary: 'Comment on a task',
  description: `Adds a comment to an active task. Its author is the member of the session, or the token. With an \`Idempotency-Key\`, or an \`id\` of your choice, a repeated request adds no second comment: it gets the first answer again, with \`Idempotency-Replayed: true\`. A task has at most ${maxComments.toLocaleString('en')} comments; they count in no quota of tasks.`,
  body: { text: comment.text, externalId: 'ticket-17-reply-2' },
  answer: { comment },
})

export const operation = endpoint(declaration, async (caller, { params, headers, body }) => {
  const key = headers['idempotency-key']
  const created = await comments.createComment(caller, params.id, body, authorOf(caller), { key })
  return answerWithComment(created, {
    Location: `${basePath}/comments/${created.comment.id}`,
    ...replayedHeader(created),
  })
})
