import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { nextCursor, none, paging, time, uuid } from '../../lib/contract/fields.ts'
import { originIdPattern, originIdRule } from '../../lib/contract/headers.ts'
import { defaultHistoryDays, maxHistoryDays } from '../../lib/contract/limits.ts'
import { historyEntry } from '../../lib/history/entry.ts'
import { listHistory } from '../../lib/history/history.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { origin } from '../../lib/tasks/origin.ts'
import { watchedField } from '../../lib/webhooks/event.ts'
import { cursor, historyEntry as exampleEntry, ids } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'history.list',
  method: 'GET',
  path: '/history',
  auth: { kind: 'token', scope: 'read' },
  params: none,
  query: z.strictObject({
    ...paging,
    projectId: z.optional(uuid),
    tokenId: z.optional(uuid),
    memberId: z.optional(uuid),
    originId: z.optional(z.string().check(z.regex(originIdPattern, originIdRule))),
    ruleId: z.optional(uuid),
    via: z.optional(origin.shape.via),
    after: z.optional(time),
    before: z.optional(time),
    changed: z.optional(watchedField),
  }),
  success: 200,
  answer: z.object({ entries: z.array(historyEntry), next_cursor: nextCursor }),
  errors: [],
  access: ['GetItem', 'Query'],
})

export const words = (): Words => ({
  tag: 'History',
  summary: 'List the writes of all tasks',
  description: `Lists the log of the account, newest first: each write of a task, when it was, who made it, which fields it changed, and their values before. It is kept for ${defaultHistoryDays} days, or for as many as the operator has set, at most ${maxHistoryDays}. An entry is there within seconds of its write. A request reads at most 4 MiB: with filters, a page can be short, or empty, and still have a \`next_cursor\`. Go on until that is null. A token that is bound to projects sees what happened to a task while it was there.`,
  query: { tokenId: ids.tokenId, after: '2026-11-21T00:00:00Z', changed: 'status' },
  answer: { entries: [exampleEntry], next_cursor: cursor },
})

export const operation = endpoint(declaration, async (caller, { query, ...input }) =>
  pageAnswer(input, await listHistory(caller, query)),
)
