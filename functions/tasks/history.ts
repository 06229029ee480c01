import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { nextCursor, paging } from '../../lib/contract/fields.ts'
import { historyEntry } from '../../lib/history/entry.ts'
import { listTaskHistory } from '../../lib/history/history.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { taskParams } from '../../lib/tasks/task.ts'
import { historyEntry as exampleEntry } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'tasks.history',
  method: 'GET',
  path: '/tasks/{id}/history',
  auth: { kind: 'token', scope: 'read' },
  params: taskParams,
  query: z.strictObject(paging),
  success: 200,
  answer: z.object({ entries: z.array(historyEntry), next_cursor: nextCursor }),
  errors: ['task_not_found'],
  access: ['GetItem', 'Query', 'BatchGetItem'],
})

export const words = (): Words => ({
  tag: 'History',
  summary: 'List the writes of a task',
  description:
    'Lists the writes of a task, newest first, as `GET /history` does for all tasks; also of a task in the trash. A write that changed nothing has no entry. An entry is there within seconds of its write.',
  answer: { entries: [exampleEntry], next_cursor: null },
})

export const operation = endpoint(declaration, async (caller, { params, query, ...input }) =>
  pageAnswer(input, await listTaskHistory(caller, params.id, query)),
)
