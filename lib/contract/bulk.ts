import * as z from 'zod/mini'
import { declare } from './endpoint.ts'
import { dryRun, none, taskReference } from './fields.ts'
import { taskCreateHeaders } from './headers.ts'
import { maxBulkOperations } from './limits.ts'
import { createTask, task, updateTask } from './task.ts'

/** Which task an operation changes; only if it still has this version, when one is given. */
const target = { id: taskReference, ifVersion: z.optional(z.int('must be a whole number')) }

/** One operation: the fields of the single endpoint's body, and what that endpoint has in its path and headers. */
export const operation = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('create'), ...createTask.body.shape }),
  z.strictObject({ op: z.literal('update'), ...target, ...updateTask.body.shape }),
  z.strictObject({ op: z.literal('delete'), ...target }),
  z.strictObject({ op: z.literal('restore'), ...target }),
])
export type Operation = z.output<typeof operation>

/** The error of one operation: what the single endpoint would answer, without its request id. */
const operationError = z.object({ code: z.string(), message: z.string(), docs: z.string() })

export const bulkTasks = declare({
  id: 'tasks.bulk',
  method: 'POST',
  path: '/tasks/bulk',
  auth: { kind: 'token', scope: 'write' },
  params: none,
  query: z.strictObject({ dryRun }),
  headers: taskCreateHeaders,
  body: z.strictObject({
    // each operation is parsed alone, so that a wrong one fails alone; the document shows `operation`
    operations: z
      .array(z.unknown())
      .check(
        z.minLength(1, 'must hold at least one operation'),
        z.maxLength(maxBulkOperations, `must hold at most ${maxBulkOperations} operations`),
      ),
  }),
  success: 200,
  answer: z.object({
    results: z.array(
      z.object({
        status: z.int(),
        task: z.optional(task),
        version: z.optional(z.int()),
        error: z.optional(operationError),
      }),
    ),
    succeeded: z.int(),
    failed: z.int(),
  }),
  errors: [],
  access: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

/** What became of one operation. `status` is the status that the single endpoint would answer with. */
export type OperationResult = z.output<typeof bulkTasks.answer>['results'][number]
