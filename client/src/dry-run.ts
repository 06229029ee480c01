import { TasksApiError } from './error.ts'
import type { Task } from './types.ts'

/** Tries a write: the service checks everything, and writes nothing. */
export interface DryRun {
  dryRun: true
}

/**
 * The effect that a write would have. Nothing was written. It has no `task` and no `etag`, so that nobody takes it for
 * the answer to a write: there may be no task with this id, and its position and times are examples.
 */
export interface TriedTask extends DryRun {
  /** The task as the write would leave it. */
  wouldBe: Task
  /** Whether an earlier create with the same key made `wouldBe`. */
  replayed: boolean
}

/** The query that asks for a dry run. */
export const dryRunQuery = (dryRun: boolean | undefined) =>
  dryRun ? { query: { dryRun: 'true' as const } } : {}

/**
 * Makes sure that an answer is that of a dry run.
 * @param otherwise what has happened if it is not
 * @throws TasksApiError unexpected_answer
 */
export function refuseWritten(headers: Headers, otherwise: string): void {
  if (headers.get('Dry-Run') === 'true') return
  throw new TasksApiError(
    'unexpected_answer',
    `The answer is not that of a dry run, so ${otherwise}: does a proxy drop the query?`,
  )
}

/**
 * Returns what a dry run has found.
 * @throws TasksApiError unexpected_answer when the answer is not that of a dry run: then something was written
 */
export function triedTask({ data, headers }: { data: { task: Task }; headers: Headers }): TriedTask {
  refuseWritten(headers, 'the task was written')
  const replayed = headers.get('Idempotency-Replayed') === 'true'
  return { dryRun: true, wouldBe: data.task, replayed }
}
