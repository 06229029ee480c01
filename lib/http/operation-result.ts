import { ApiError } from '../contract/api-error.ts'
import { maxPageBytes, postedBytes } from '../table/answer-size.ts'
import type { Operation, OperationResult } from '../tasks/bulk-request.ts'
import type { Done } from '../tasks/bulk.ts'
import type { Caller } from '../tokens/caller.ts'
import { describeError } from './invocation/invocation.ts'
import { writeLog } from './invocation/log.ts'
import { errorMembers, mayRead } from './render-error.ts'

/** The status of the single endpoint's answer. */
const statuses = {
  create: 201,
  update: 200,
  move: 200,
  delete: 200,
  restore: 200,
} as const satisfies Record<Operation['op'], number>

/** The result of an operation of a bulk request, as its single endpoint would answer. Our own faults are logged. */
function resultOf(
  caller: Caller,
  operation: Operation | ApiError | undefined,
  outcome: Done | ApiError,
): OperationResult {
  if (outcome instanceof ApiError) {
    const { status, extras } = outcome
    if (status >= 500) {
      writeLog('error', {
        message: 'an operation failed',
        account_id: caller.accountId,
        code: outcome.code,
        cause: describeError(extras.cause),
      })
    }
    return {
      status,
      ...(extras.task && { version: extras.task.version }),
      // a member `task` is a task: only writes of tasks throw errors with one
      error: errorMembers(outcome, mayRead(caller)) as OperationResult['error'],
    }
  }
  const { task, version, replayed } = outcome
  return {
    status: operation && 'op' in operation ? statuses[operation.op] : 200,
    ...(task && { task, version }),
    ...(replayed && { replayed }),
  }
}

/** The results without the tasks for which the answer has no room: operations on large tasks may return too many. */
function withinAnswer(results: readonly OperationResult[]): OperationResult[] {
  let bytes = 0
  return results.map((result) => {
    const { task, error, ...rest } = result
    const size = postedBytes(result)
    if (bytes + size <= maxPageBytes) {
      bytes += size
      return result
    }
    const { task: current, ...bare } = error ?? {}
    return task || current ? { ...rest, ...(error && { error: bare as typeof error }) } : result // `bare` lacks only the task
  })
}

/**
 * The answer of a request with many independent operations.
 * @param operations what was asked for, as far as it could be read; one that is not an operation of a bulk request
 * answers 200
 */
export function resultsOf(
  caller: Caller,
  operations: readonly (Operation | ApiError | undefined)[],
  outcomes: readonly (Done | ApiError)[],
): { results: OperationResult[]; succeeded: number; failed: number } {
  const results = outcomes.map((outcome, index) => resultOf(caller, operations[index], outcome))
  const failed = outcomes.filter((outcome) => outcome instanceof ApiError).length
  return { results: withinAnswer(results), succeeded: results.length - failed, failed }
}
