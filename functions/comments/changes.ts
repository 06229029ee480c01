import * as z from 'zod/mini'
import { commentChanged } from '../../lib/comments/change-schema.ts'
import { commentEventId } from '../../lib/comments/comment-item.ts'
import { listCommentChanges } from '../../lib/comments/changes.ts'
import { declare } from '../../lib/contract/endpoint.ts'
import { none, uuid } from '../../lib/contract/fields.ts'
import { trashRetentionDays } from '../../lib/contract/limits.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { feedAnswer, ownToken } from '../../lib/http/feed-answer.ts'
import { beginsOnce, feedShape } from '../../lib/tasks/feed-query.ts'
import { comment, cursor, ids } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'comments.changes',
  method: 'GET',
  path: '/comments',
  auth: { kind: 'token', scope: 'read' },
  params: none,
  query: z.strictObject({ ...feedShape, projectId: z.optional(uuid) }).check(beginsOnce),
  success: 200,
  answer: z.object({
    changes: z.array(commentChanged),
    next_cursor: z.string(),
    has_more: z.boolean(),
  }),
  errors: ['project_not_found', 'cursor_expired'],
  access: ['GetItem', 'Query:changes', 'UpdateItem:marker'],
})

export const words = (): Words => ({
  tag: 'Comments',
  summary: 'List which comments have changed',
  description: `Lists the comments of the account that have changed after the cursor, in the order of their last change; without a cursor, all of them. It is the change feed of comments, and works as \`GET /changes\`: read it while \`has_more\` is true, then store \`next_cursor\`, and poll with it. A comment that was deleted, or whose task is in the trash, is there as \`deleted\` for ${trashRetentionDays} days. What comments do because of their task is there within seconds, with \`origin\` null. With \`projectId\`, comments whose task leaves the project are \`deleted\`, with the \`reason\` \`moved\`.`,
  query: { projectId: ids.projectId, limit: 100 },
  answer: {
    changes: [
      {
        id: commentEventId(comment.id, comment.updated_at),
        version: 1,
        origin: {
          via: 'api',
          token_id: ids.tokenId,
          origin_id: null,
          member_id: ids.memberId,
          rule_id: null,
        },
        type: 'updated',
        comment,
      },
    ],
    next_cursor: cursor,
    has_more: false,
  },
})

export const operation = endpoint(declaration, async (caller, { query }) =>
  feedAnswer(caller, await listCommentChanges(caller, { ...query, excludeToken: ownToken(caller, query) })),
)
