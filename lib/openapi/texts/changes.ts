import { trashRetentionDays } from '../../contract/limits.ts'
import { cursor, ids, task, trashedAt } from '../samples.ts'
import type { ResourceTexts } from './text.ts'

export const changes: ResourceTexts = {
  tag: 'Changes',
  description: 'What another system needs to stay in sync, deletions included.',
  operations: {
    'changes.list': {
      summary: 'List what has changed',
      description: `Everything that has changed in the account behind the cursor, oldest first; without one, everything there is. Each task comes once, as it is now. While \`has_more\` is true, ask on at once; then store \`next_cursor\`, which is always there, and poll with it. What changed in the last ten seconds comes again with each poll, so that none is ever left out; \`updated_at\` tells versions of a task apart. A cursor lasts ${trashRetentionDays} days. To begin with the lists instead, take a cursor \`from=now\` first, then read the lists: nothing between is missed.`,
      query: { cursor, limit: 100 },
      answer: {
        changes: [
          { type: 'updated', task },
          {
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
