import { notifyManager } from '@tanstack/preact-query'
import {
  isTasksApiError,
  TasksApiError,
  type BulkOperation,
  type Task,
  type ResourceClient,
} from '../../../client/src/index.ts'
import { maxBulkOperations } from '../../../lib/contract/limits.ts'
import { takeUnanswered } from './api.ts'
import { runWrites, type Write } from './writes.ts'

/** An entry whose operation failed, and why. */
export interface Failure<E> {
  entry: E
  error: unknown
  /** With precondition_failed: the version that the task has. */
  version?: number | undefined
  /** Whether it was sent before, and may have been done then. */
  isAgain?: boolean
}

/** What is done with each of many tasks. */
export interface BulkJob<E> {
  operationOf: (entry: E) => BulkOperation
  /** How the task is shown until the service has answered; without it, as it is. */
  writeOf?: (entry: E) => Write
  /**
   * Puts a write's result into the cache. There is no task after a delete, or if the answer would be too large.
   * @param version the task's version, for a write that is based on this one
   */
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
      failures.push(...(await runWhole(client, part, job)))
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

/** How many times an undo is sent again on top of others' changes. */
const mostTries = 5

/** Many tasks with the versions that a job has left them in. */
interface Left<E> {
  /** By the ids of the tasks. A job notes those that it leaves. */
  versions: Map<string, number>
  /** For an undo: whether the task is still as the change left it. If not, it stays as it is. */
  isAsLeft?: ((task: Task, entry: E) => boolean) | undefined
}

/** Runs a job, and runs it again for tasks in which others have meanwhile changed something else. */
export async function runBulkOnTop<E extends { id: string }>(
  client: Pick<ResourceClient, 'tasks'>,
  entries: readonly E[],
  job: BulkJob<E>,
  { versions, isAsLeft }: Left<E>,
): Promise<Failure<E>[]> {
  const failures: Failure<E>[] = []
  const keep: typeof job.keep = (entry, task, version) => {
    if (version !== undefined) versions.set(entry.id, version)
    job.keep(entry, task, version)
  }
  /** Keeps what an earlier try has done although its answer did not say so. */
  const keepDone = ({ entry, error, version, isAgain }: Failure<E>): boolean => {
    const task = isTasksApiError(error, 'precondition_failed') ? error.task : undefined
    const isDone = isAgain === true && task !== undefined && isMade(job.operationOf(entry), task, version)
    if (isDone) keep(entry, task, version)
    return isDone
  }
  for (let tries = 1, due = entries; due.length > 0; tries++) {
    const failed = await runBulk(client, due, { ...job, keep })
    const isWorthIt = ({ entry, error, version }: Failure<E>) => {
      const theirs = isTasksApiError(error, 'precondition_failed') ? error.task : undefined
      if (tries === mostTries || version === undefined || !theirs || isAsLeft?.(theirs, entry) !== true)
        return false
      versions.set(entry.id, version)
      return true
    }
    const again = failed.filter(isWorthIt)
    failures.push(...failed.filter((failure) => !again.includes(failure) && !keepDone(failure)))
    due = again.map(({ entry }) => entry)
  }
  return failures
}

/** Whether a task is as an operation on the version before this one makes it. */
function isMade(operation: BulkOperation, task: Task, version: number | undefined): boolean {
  if (operation.op !== 'move' && operation.op !== 'update') return false
  const { ifVersion, workflowLaneId: laneId = task.workflow_lane_id } = operation
  const status = operation.op === 'update' ? operation.status : undefined
  return (
    ifVersion !== undefined &&
    version === ifVersion + 1 &&
    task.workflow_lane_id === laneId &&
    (status ?? task.status) === task.status
  )
}

const isNotReached = ({ error }: Failure<unknown>) => isTasksApiError(error, 'service_unavailable')

/** Runs a part, and what the service has not reached of it for want of time again: moves go one after the other. */
async function runWhole<E>(
  client: Pick<ResourceClient, 'tasks'>,
  part: readonly E[],
  job: BulkJob<E>,
): Promise<Failure<E>[]> {
  const failures = await runPart(client, part, job)
  const notReached = failures.filter(isNotReached)
  if (notReached.length === 0 || notReached.length === part.length) return failures
  const again = notReached.map(({ entry }) => entry)
  const failedAgain = (await runWhole(client, again, job)).map((failure) => ({ ...failure, isAgain: true }))
  return [...failures.filter((failure) => !isNotReached(failure)), ...failedAgain]
}

async function runPart<E>(
  client: Pick<ResourceClient, 'tasks'>,
  part: readonly E[],
  { operationOf, writeOf, keep }: BulkJob<E>,
): Promise<Failure<E>[]> {
  const idempotencyKey = crypto.randomUUID()
  const send = () => client.tasks.bulk(part.map(operationOf), { idempotencyKey })
  const { results } = await runWrites(writeOf ? part.map(writeOf) : [], send, (answer) => {
    // many changes of the cache, one notice of them
    notifyManager.batch(() => {
      for (const [index, { error, task, version }] of answer.results.entries()) {
        const entry = part[index]
        if (entry !== undefined && !error) keep(entry, task, version)
      }
    })
  })
  const isAgain = takeUnanswered(idempotencyKey)
  return part.flatMap((entry, index) => {
    const { error, version } = results[index] ?? {}
    if (!error) return []
    return [{ entry, error: new TasksApiError(error.code, error.message, error), version, isAgain }]
  })
}
