import { declare } from '../../lib/contract/endpoint.ts'
import { none, success } from '../../lib/contract/fields.ts'
import { taskWriteHeaders } from '../../lib/contract/headers.ts'
import { commentParams } from '../../lib/comments/comment.ts'
import { deleteComment } from '../../lib/comments/change.ts'
import { deleted } from '../../lib/http/answers.ts'
import { commentGuard } from '../../lib/http/comment-guard.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { guardedComment, type Words } from '../words.ts'

const declaration = declare({
  id: 'comments.delete',
  method: 'DELETE',
  path: '/comments/{commentId}',
  auth: { kind: 'token', scope: 'write' },
  params: commentParams,
  query: none,
  headers: taskWriteHeaders,
  success: 200,
  answer: success,
  errors: ['comment_not_found', 'precondition_failed'],
  access: ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
})

export const words = (): Words => ({
  tag: 'Comments',
  summary: 'Delete a comment',
  description: `Deletes a comment at once. It cannot be restored: comments have no trash of their own. ${guardedComment}`,
  answer: { success: true },
})

export const operation = endpoint(declaration, async (caller, { params, headers }) => {
  await deleteComment(caller, params.commentId, commentGuard(caller, headers['if-match']))
  return deleted
})
