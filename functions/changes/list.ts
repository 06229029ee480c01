import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { trashRetentionDays } from '../../lib/contract/limits.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { feedAnswer, ownToken } from '../../lib/http/feed-answer.ts'
import { change } from '../../lib/tasks/change.ts'
import { listChanges } from '../../lib/tasks/changes.ts'
import { beginsOnce, feedShape } from '../../lib/tasks/feed-query.ts'
import { cursor, ids, task, trashedAt } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'changes.list',
  method: 'GET',
  path: '/changes',
  auth: { kind: 'token', scope: 'read' },
  params: none,
  query: z.strictObject(feedShape).check(beginsOnce),
  success: 200,
  answer: z.object({
    changes: z.array(change),
    next_cursor: z.string(),
    has_more: z.boolean(),
  }),
  errors: ['cursor_expired'],
  access: ['Query:changes', 'UpdateItem:marker'],
})

export const words = (): Words => {
  const eventId = (taskId: string, updatedAt: string) =>
    `evt_${taskId.replaceAll('-', '')}_${Date.parse(updatedAt)}`
  return {
    tag: 'Changes',
    summary: 'List what has changed',
    description: `Lists the changes of the account after the cursor, oldest first. Without a cursor it starts from the beginning. Each task appears once, in its current state. While \`has_more\` is true, ask again at once with \`next_cursor\`, even if \`changes\` is empty. Then store \`next_cursor\`, which is always present, and poll with it. Changes of the last ten seconds are repeated in every poll, and later ones while the service cannot be sure that it has shown all that came before, so that no change is lost. The \`id\` of a write never changes: use it to recognize repeats. \`origin\` says how the last write came in, and with which token and \`Origin-Id\`. It is null if an earlier release made the last write. A program that also writes can leave out its own writes with \`excludeOriginId\` or \`excludeSelf\`. A cursor is valid for ${trashRetentionDays} days. To start from the lists instead, first get a cursor with \`from=now\`, then read the lists. You miss no change that is made in between.`,
    query: { cursor, limit: 100 },
    answer: {
      changes: [
        {
          id: eventId(task.id, task.updated_at),
          version: 3,
          origin: {
            via: 'api',
            token_id: ids.tokenId,
            origin_id: 'crm-sync',
            member_id: null,
            rule_id: null,
          },
          type: 'updated',
          task,
        },
        {
          id: eventId(ids.otherTask, trashedAt.deleted_at),
          version: 2,
          origin: { via: 'api', token_id: ids.tokenId, origin_id: null, member_id: null, rule_id: null },
          type: 'deleted',
          task: {
            id: ids.otherTask,
            project_id: ids.projectId,
            deleted_at: trashedAt.deleted_at,
          },
        },
      ],
      next_cursor: cursor,
      has_more: false,
    },
  }
}

export const operation = endpoint(declaration, async (caller, { query }) =>
  feedAnswer(caller, await listChanges(caller, { ...query, excludeToken: ownToken(caller, query) })),
)
