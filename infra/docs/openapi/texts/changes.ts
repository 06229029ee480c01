import { trashRetentionDays } from '../../../../lib/contract/limits.ts'
import { cursor, ids, task, trashedAt } from '../samples.ts'
import type { ResourceTexts } from './text.ts'

/** As lib/store/task/changes.ts makes it. */
const eventId = (taskId: string, updatedAt: string) =>
  `evt_${taskId.replaceAll('-', '')}_${Date.parse(updatedAt)}`

export const changes: ResourceTexts = {
  tag: 'Changes',
  description: 'What another system needs to stay in sync, deletions included.',
  operations: {
    'changes.list': {
      summary: 'List what has changed',
      description: `Everything that has changed in the account behind the cursor, oldest first; without one, everything there is. Each task comes once, as it is now. While \`has_more\` is true, ask on at once; then store \`next_cursor\`, which is always there, and poll with it. What changed in the last ten seconds comes again with each poll, so that none is ever left out; \`id\` names each write for ever, so it tells a repeat from news. \`origin\` says how the last write came in, with which token and \`Origin-Id\`; it is null for a task that an earlier release wrote last. A program that also writes leaves out the echo of its own writes by \`excludeOriginId\` or \`excludeSelf\`. A cursor lasts ${trashRetentionDays} days. To begin with the lists instead, take a cursor \`from=now\` first, then read the lists: nothing between is missed.`,
      query: { cursor, limit: 100 },
      answer: {
        changes: [
          {
            id: eventId(task.id, task.updated_at),
            version: 3,
            origin: { via: 'api', token_id: ids.tokenId, origin_id: 'crm-sync' },
            type: 'updated',
            task,
          },
          {
            id: eventId(ids.otherTask, trashedAt.deleted_at),
            version: 2,
            origin: { via: 'api', token_id: ids.tokenId, origin_id: null },
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
    },
  },
}
