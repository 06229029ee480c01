import { notifyManager } from '@tanstack/preact-query'
import {
  isTasksApiError,
  type BulkOperation,
  type Task,
  type ResourceClient,
} from '../../../client/src/index.ts'
import { maxBulkOperations } from '../../../lib/contract/limits.ts'
import { sendBulk } from './send-bulk.ts'
import { refuseIfLost, runWrites } from './writes.ts'

/** An entry whose operation failed, and why. */
export interface Failure<E> {
  entry: E
  error: unknown
}

/** What is done with each of many tasks. */
interface BulkJob<E> {
  operationOf: (entry: E) => BulkOperation
  /** Puts a write's result into the cache. */
  keep: (entry: E, task: Task | undefined, version: number | undefined) => void
  /** Called with the number of entries that have ended. */
  onProgress?: ((ended: number) => void) | undefined
  /** Whether all other entries would fail in the same way, so that the rest is not sent. */
  endsAll?: (error: unknown) => boolean
}

/**
 * Changes many tasks, with as few requests as the service allows. Entries that are not sent fail with the error that ended
 * the run, such as a lost connection.
 */
export async function runBulk<E>(
  client: Pick<ResourceClient, 'tasks'>,
  entries: readonly E[],
  job: BulkJob<E>,
): Promise<Failure<E>[]> {
  const failures: Failure<E>[] = []
  for (let from = 0; from < entries.length; from += maxBulkOperations) {
    const part = entries.slice(from, from + maxBulkOperations)
    try {
      refuseIfLost()
      // in its turn among the changes of the log
      const send = async () => runWhole(client, part, job)
      failures.push(...(await runWrites([], send)))
    } catch (error) {
      return [...failures, ...entries.slice(from).map((entry) => ({ entry, error }))]
    }
    job.onProgress?.(from + part.length)
    const last = failures.find(({ error }) => job.endsAll?.(error))
    if (last) {
      const rest = entries.slice(from + part.length)
      return [...failures, ...rest.map((entry) => ({ entry, error: last.error }))]
    }
  }
  return failures
}

const isNotReached = ({ error }: Failure<unknown>) =>
  isTasksApiError(error, 'service_unavailable', 'rate_limited')

/**
 * Runs a part, of at most `maxBulkOperations`, and what the service has not reached of it for want of time again: moves go one
 * after the other.
 * @throws TasksApiError when a request fails
 */
export async function runWhole<E>(
  client: Pick<ResourceClient, 'tasks'>,
  part: readonly E[],
  job: BulkJob<E>,
): Promise<Failure<E>[]> {
  const failures: Failure<E>[] = []
  const results = await sendBulk(client, part.map(job.operationOf))
  // many changes of the cache, one notice of them
  notifyManager.batch(() => {
    for (const [index, entry] of part.entries()) {
      const { error, task, version } = results[index] ?? {}
      if (error) failures.push({ entry, error })
      else job.keep(entry, task, version)
    }
  })
  const notReached = failures.filter(isNotReached)
  if (notReached.length === 0 || notReached.length === part.length) return failures
  const again = notReached.map(({ entry }) => entry)
  const done = failures.filter((failure) => !isNotReached(failure))
  return [...done, ...(await runWhole(client, again, job))]
}
