import * as z from 'zod/mini'
import { ApiError, invalidField } from '../../lib/contract/api-error.ts'
import { declare } from '../../lib/contract/endpoint.ts'
import { dryRun, none } from '../../lib/contract/fields.ts'
import { taskCreateHeaders } from '../../lib/contract/headers.ts'
import { maxBulkOperations, tasksPerCharge } from '../../lib/contract/limits.ts'
import { docsOf } from '../../lib/contract/static.ts'
import { requireScope } from '../../lib/http/authenticate.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { resultsOf } from '../../lib/http/operation-result.ts'
import { withoutNulls } from '../../lib/shared/schemas.ts'
import { operationResult, type Operation, operations } from '../../lib/tasks/bulk-request.ts'
import { runOperations } from '../../lib/tasks/bulk.ts'
import type { Caller } from '../../lib/tokens/caller.ts'
import { ids, task } from '../samples.ts'
import type { Words } from '../words.ts'
import { parseFields } from '../../lib/http/parse-input.ts'

const names = Object.keys(operations)

const isKind = (op: unknown): op is keyof typeof operations => typeof op === 'string' && names.includes(op)

/**
 * Parses one operation of a bulk request, as the body of the single endpoint would be parsed.
 * @throws ApiError invalid_request, with paths relative to the operation
 */
function parseOperation(value: unknown): Operation {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidField('The operation', 'must be an object')
  const { op } = value as { op?: unknown }
  if (op === undefined) throw invalidField('op', `is required: one of ${names.join(', ')}`)
  if (!isKind(op)) throw invalidField('op', `must be one of ${names.join(', ')}`)
  const given = op === 'create' ? withoutNulls(operations.create, value) : value
  return parseFields(operations[op], given, 'body') as Operation // the schema of its kind has parsed it
}

/** Parses an operation and checks that the caller may do it. */
function admit(caller: Caller, value: unknown): Operation | ApiError {
  try {
    const operation = parseOperation(value)
    if (operation.op === 'delete') requireScope(caller, 'delete')
    return operation
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

const declaration = declare({
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
  answer: z.object({ results: z.array(operationResult), succeeded: z.int(), failed: z.int() }),
  errors: [],
  access: ['GetItem', 'BatchGetItem', 'Query:list', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => {
  const conflict = {
    code: 'precondition_failed',
    message: 'The task has changed since you read it: read its current state, then decide again.',
    docs: docsOf('precondition_failed'),
    task: { ...task, id: ids.otherTask },
  }
  return {
    tag: 'Tasks',
    summary: 'Create, change, move, delete and restore many tasks',
    description: `Does up to ${maxBulkOperations} operations in one request. Each succeeds or fails by itself. The answer is always 200 with one result per operation, in the same order. A result has the status that the endpoint for one task would answer with. An operation has the fields of that endpoint's body; \`id\` names the task, and \`ifVersion\` does what \`If-Match\` does. Operations on the same task are done in their order. Otherwise moves come after the other changes, one after the other in their order. A move that gets 503 leaves those after it undone, so that a repeat keeps their order. Creates come last, and tasks of one project are created in their order. The quota of a project is exact: if not all creates fit, the first ones are made. A \`delete\` needs the scope \`delete\`. With an \`Idempotency-Key\`, the create at index i has the key \`<key>#i\`: after a failure, send the whole request again. Every ten operations count as one request against the rate limits. In a dry run, operations see what those before them would have written, but quotas count only the creates.`,
    body: {
      operations: [
        { op: 'create', projectId: ids.projectId, label: 'Call Ada' },
        { op: 'update', id: 'ext:form-4711', status: 2, ifVersion: 3 },
        { op: 'delete', id: ids.otherTask },
      ],
    },
    answer: {
      results: [
        { status: 201, task, version: 1 },
        { status: 412, version: 4, error: conflict },
        { status: 200 },
      ],
      succeeded: 2,
      failed: 1,
    },
  }
}

export const operation = endpoint(declaration, async (caller, { headers, body }, charge) => {
  charge(Math.ceil(body.operations.length / tasksPerCharge) - 1)
  const operations = body.operations.map((value) => admit(caller, value))
  const outcomes = await runOperations(caller, operations, headers['idempotency-key'])
  return { body: resultsOf(caller, operations, outcomes) }
})
