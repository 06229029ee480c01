import { ApiError } from '../../lib/contract/api-error.ts'
import { bulkTasks, type Operation } from '../../lib/tasks/bulk-request.ts'
import { tasksPerCharge } from '../../lib/contract/limits.ts'
import { requireScope } from '../../lib/http/authenticate.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { operationResult, withinAnswer } from '../../lib/http/operation-result.ts'
import { parseOperation } from '../../lib/http/parse-operation.ts'
import type { Caller } from '../../lib/tokens/caller.ts'
import { runOperations } from '../../lib/tasks/bulk.ts'

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

export const handler = endpoint(bulkTasks, async (caller, { headers, body }, charge) => {
  charge(Math.ceil(body.operations.length / tasksPerCharge) - 1)
  const operations = body.operations.map((value) => admit(caller, value))
  const outcomes = await runOperations(caller, operations, headers['idempotency-key'])
  const results = outcomes.map((outcome, index) => operationResult(caller, operations[index], outcome))
  const failed = outcomes.filter((outcome) => outcome instanceof ApiError).length
  return { body: { results: withinAnswer(results), succeeded: results.length - failed, failed } }
})
