import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { taskWriteHeaders } from '../../lib/contract/headers.ts'
import { commentAnswer, commentChange, commentParams } from '../../lib/comments/comment.ts'
import { updateComment } from '../../lib/comments/change.ts'
import { answerWithComment } from '../../lib/http/answers.ts'
import { commentGuard } from '../../lib/http/comment-guard.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { comment } from '../samples.ts'
import { guardedComment, type Words } from '../words.ts'

const declaration = declare({
  id: 'comments.update',
  method: 'PATCH',
  path: '/comments/{commentId}',
  auth: { kind: 'token', scope: 'write' },
  params: commentParams,
  query: none,
  headers: taskWriteHeaders,
  body: commentChange,
  success: 200,
  answer: commentAnswer,
  errors: ['comment_not_found', 'precondition_failed'],
  access: ['GetItem', 'BatchGetItem', 'PutItem', 'ConditionCheckItem'],
})

export const words = (): Words => ({
  tag: 'Comments',
  summary: 'Change a comment',
  description: `Changes the text of a comment. Its author stays. ${guardedComment}`,
  body: { text: 'She called back: Friday suits her.' },
  answer: {
    comment: {
      ...comment,
      text: 'She called back: Friday suits her.',
      updated_at: '2026-11-21T09:45:00.000Z',
    },
  },
})

export const operation = endpoint(declaration, async (caller, { params, headers, body }) =>
  answerWithComment(
    await updateComment(caller, params.commentId, body, commentGuard(caller, headers['if-match'])),
  ),
)
