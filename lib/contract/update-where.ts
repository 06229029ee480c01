import * as z from 'zod/mini'
import { declare } from './endpoint.ts'
import { description, dryRun, status, textOf, time, uuid, wholeNumber } from './fields.ts'
import { originHeader } from './headers.ts'
import { maxBulkOperations, maxSearchCharacters } from './limits.ts'

/** The tasks that are meant. A list of statuses means any of them; a null lane means tasks without a lane. */
const where = z
  .strictObject({
    status: z.optional(z.array(status).check(z.minLength(1, 'must hold at least one status'))),
    workflowLaneId: z.optional(z.nullable(uuid)),
    updatedBefore: z.optional(time),
    updatedAfter: z.optional(time),
    createdBefore: z.optional(time),
    createdAfter: z.optional(time),
    q: z.optional(textOf(maxSearchCharacters)),
  })
  .check(
    z.refine((fields) => Object.values(fields).some((value) => value !== undefined), {
      error: 'must say which tasks are meant: it is empty',
    }),
  )

/** What the tasks become. */
const set = z
  .strictObject({
    status: z.optional(status),
    workflowLaneId: z.optional(z.nullable(uuid)),
    description: z.optional(z.nullable(description)),
  })
  .check(
    z.refine((fields) => Object.values(fields).some((value) => value !== undefined), {
      error: 'must say what the tasks become: it is empty',
    }),
  )

export const updateTasksWhere = declare({
  id: 'projects.update-tasks',
  method: 'PATCH',
  path: '/projects/{projectId}/tasks',
  // `where` answers questions about the contents of tasks
  auth: { kind: 'token', scope: 'write', also: ['read'] },
  params: z.strictObject({ projectId: uuid }),
  query: z.strictObject({ dryRun }),
  headers: originHeader,
  body: z.strictObject({
    where,
    set,
    limit: z._default(wholeNumber(1, maxBulkOperations), maxBulkOperations),
    cursor: z.optional(textOf(2_048)),
  }),
  success: 200,
  answer: z.object({
    matched: z.int(),
    updated: z.int(),
    skipped: z.int(),
    has_more: z.boolean(),
    next_cursor: z.nullable(z.string()),
  }),
  errors: ['project_not_found', 'lane_not_found'],
  access: ['Query:list', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

/** A change of all tasks of a project that `where` means. */
export type UpdateWhere = z.output<typeof updateTasksWhere.body>
