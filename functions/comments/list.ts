import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { nextCursor, paging } from '../../lib/contract/fields.ts'
import { comment } from '../../lib/comments/comment.ts'
import { listComments } from '../../lib/comments/list.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { taskParams } from '../../lib/tasks/task.ts'
import { comment as exampleComment } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'comments.list',
  method: 'GET',
  path: '/tasks/{id}/comments',
  auth: { kind: 'token', scope: 'read' },
  params: taskParams,
  query: z.strictObject(paging),
  success: 200,
  answer: z.object({ comments: z.array(comment), next_cursor: nextCursor }),
  errors: ['task_not_found'],
  access: ['GetItem', 'Query'],
})

export const words = (): Words => ({
  tag: 'Comments',
  summary: 'List the comments of a task',
  description:
    'Lists the comments of an active task, oldest first, as they are now: a comment is there as soon as its create has an answer.',
  answer: { comments: [exampleComment], next_cursor: null },
})

export const operation = endpoint(declaration, async (caller, { params, query, ...input }) =>
  pageAnswer(input, await listComments(caller, params.id, query)),
)
