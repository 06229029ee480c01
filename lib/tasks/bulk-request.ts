import * as z from 'zod/mini'
import { scopes } from '../contract/endpoint.ts'
import { errorStatuses, type ErrorCode } from '../contract/errors.ts'
import { exampleIds as ids, type FieldTexts } from '../contract/field-texts.ts'
import { taskReference } from '../contract/fields.ts'
import { maxBulkOperations } from '../contract/limits.ts'
import { hasOneId, isOnePlace, moveShape, newTask, task, taskChange } from './task.ts'

/** Which task an operation changes; only if it still has this version, when one is given. */
export const target = { id: taskReference, ifVersion: z.optional(z.int('must be a whole number')) }

/** The kinds of operations: the fields of the single endpoint's body, and its parameters in path and headers. */
export const operations = {
  create: z.strictObject({ op: z.literal('create'), ...newTask.shape }).check(hasOneId),
  update: z.strictObject({ op: z.literal('update'), ...target, ...taskChange.shape }),
  move: z.strictObject({ op: z.literal('move'), ...target, ...moveShape }).check(isOnePlace),
  delete: z.strictObject({ op: z.literal('delete'), ...target }),
  restore: z.strictObject({ op: z.literal('restore'), ...target }),
}

/** One operation of any kind. */
export const operation = z.discriminatedUnion('op', [
  operations.create,
  operations.update,
  operations.move,
  operations.delete,
  operations.restore,
])
export type Operation = z.output<typeof operation>

/** The error of one operation: the one that the single endpoint would answer, without its request id. */
export const operationError = z.object({
  code: z.literal(Object.keys(errorStatuses) as ErrorCode[]), // its keys are the codes
  message: z.string(),
  docs: z.string(),
  details: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  required_scope: z.optional(z.literal(scopes)),
  task_id: z.optional(z.string()),
  task: z.optional(task),
})

/** The result of one operation. */
export const operationResult = z.object({
  status: z.int(),
  task: z.optional(task),
  version: z.optional(z.int()),
  replayed: z.optional(z.literal(true)),
  error: z.optional(operationError),
})

/** The result of one operation. */
export type OperationResult = z.output<typeof operationResult>

/** The texts of the body, and of the operation in it. */
export const bulkBodyTexts = (): FieldTexts<{ operations: unknown; op: string }> => ({
  operations: { meaning: `1–${maxBulkOperations} operations`, example: [] },
  op: { meaning: 'What to do', example: 'update' },
})

/** The texts of what names the task that an operation changes. */
export const targetTexts = (): FieldTexts<{ id: string; ifVersion: number }> => ({
  id: { meaning: 'The task: a UUID, or `ext:` followed by an external id', example: ids.id },
  ifVersion: {
    meaning: 'Do it only if the task still has this version, as `If-Match` does',
    example: 3,
  },
})

/** The texts of a result. */
export const operationResultTexts = (): FieldTexts<Omit<OperationResult, 'error' | 'task'>> &
  Record<'error' | 'task', { meaning: string }> => ({
  status: { meaning: 'The status that the single endpoint would answer with', example: 201 },
  task: {
    meaning:
      'The task as it is now; absent after a deletion or an error, and where the answer would exceed 4 MiB',
  },
  version: {
    meaning: 'The version of the task; with precondition_failed, its current version',
    example: 1,
  },
  replayed: {
    meaning:
      'Present if an earlier request with the same `Idempotency-Key`, or the same id of its choice, created the task',
    example: true,
  },
  error: { meaning: 'Why the operation failed; present if `status` is 400 or more' },
})

/** The texts of the error of a result. */
export const operationErrorTexts = (): Record<
  keyof z.output<typeof operationError>,
  { meaning: string }
> => ({
  code: { meaning: 'The error code; use it to decide what to do' },
  message: { meaning: 'What to change, as a text for people' },
  docs: {
    meaning:
      'The link to the explanation of this code. It is a path if the service does not know its own address',
  },
  details: { meaning: 'The fields of the operation that are not valid' },
  required_scope: { meaning: 'The scope that is needed; only with insufficient_scope' },
  task_id: { meaning: 'The task that has the external id; only with external_id_exists' },
  task: {
    meaning: 'The current task; only with precondition_failed, and only if the token has the scope read',
  },
})
