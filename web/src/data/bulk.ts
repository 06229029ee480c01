import { notifyManager } from '@tanstack/preact-query'
import { TasksApiError, type BulkOperation, type Task, type TasksClient } from '../../../client/src/index.ts'
import { maxBulkOperations } from '../../../lib/contract/limits.ts'
import { runWrites, type Write } from './writes.ts'

/** An entry whose operation failed, and why. */
export interface Failure<E> {
  entry: E
  error: unknown
}

/** What is done with each of many tasks. */
export interface BulkJob<E> {
  operationOf: (entry: E) => BulkOperation
  /** How the task is shown until the service has answered; without it, as it is. */
  writeOf?: (entry: E) => Write
  /** Puts what was done into the cache. There is no task after a delete, nor when the answer would be too large. */
  keep: (entry: E, task: Task | undefined) => void
  /** Called with the number of entries that have ended. */
  onProgress: (ended: number) => void
  /** Whether all other entries would fail in the same way, so that the rest is not sent. */
  endsAll?: (error: unknown) => boolean
}

/**
 * Changes many tasks, with as few requests as the service allows. Entries that are not sent fail with the error that ended
 * the run, such as a lost connection.
 */
export async function runBulk<E>(
  client: Pick<TasksClient, 'tasks'>,
  entries: readonly E[],
  job: BulkJob<E>,
): Promise<Failure<E>[]> {
  const failures: Failure<E>[] = []
  for (let from = 0; from < entries.length; from += maxBulkOperations) {
    const part = entries.slice(from, from + maxBulkOperations)
    try {
      failures.push(...(await runPart(client, part, job)))
    } catch (error) {
      return [...failures, ...entries.slice(from).map((entry) => ({ entry, error }))]
    }
    job.onProgress(from + part.length)
    const last = failures.find(({ error }) => job.endsAll?.(error))
    if (last) {
      const rest = entries.slice(from + part.length)
      return [...failures, ...rest.map((entry) => ({ entry, error: last.error }))]
    }
  }
  return failures
}

async function runPart<E>(
  client: Pick<TasksClient, 'tasks'>,
  part: readonly E[],
  { operationOf, writeOf, keep }: BulkJob<E>,
): Promise<Failure<E>[]> {
  const send = () => client.tasks.bulk(part.map(operationOf))
  const { results } = await runWrites(writeOf ? part.map(writeOf) : [], send, (answer) => {
    // many changes of the cache, one notice of them
    notifyManager.batch(() => {
      for (const [index, { error, task }] of answer.results.entries()) {
        const entry = part[index]
        if (entry !== undefined && !error) keep(entry, task)
      }
    })
  })
  return part.flatMap((entry, index) => {
    const error = results[index]?.error
    return error ? [{ entry, error: new TasksApiError(error.code, error.message, error) }] : []
  })
}
