import type { QueryClient } from '@tanstack/preact-query'
import { isTasksApiError, type ResourceClient } from '../../../client/src/index.ts'
import { maxBulkOperations } from '../../../lib/contract/limits.ts'
import { keys } from './api.ts'
import { runBulk, type Failure } from './bulk.ts'
import { refresh, removeTask } from './cache.ts'

/** A task that goes to the trash; with a version, only if it still has that. */
interface Doomed {
  id: string
  version?: number | undefined
}

interface TrashOptions {
  /** Called after each request, with the number of tasks that are in the trash. */
  onProgress?: (trashed: number) => void
  /** Ends it before the next request. */
  signal?: AbortSignal | undefined
}

/** Whether an operation failed because of its own task, and not for a reason that would affect all. */
const isOfTask = ({ error }: Failure<unknown>): boolean =>
  isTasksApiError(error, 'task_not_found', 'precondition_failed')

/** Cuts entries into parts of one request each. */
async function* partsOf<E>(entries: Iterable<E> | AsyncIterable<E>): AsyncGenerator<E[], void, undefined> {
  let part: E[] = []
  for await (const entry of entries) {
    part.push(entry)
    if (part.length < maxBulkOperations) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

/** What became of tasks that should go to the trash. Those of which nothing is said were not sent any more. */
interface Trashing<E> {
  trashed: E[]
  /** Those that were in the trash already. */
  absent: E[]
  failures: Failure<E>[]
}

/**
 * Moves tasks of a project to the trash, with as few requests as the service allows. It ends when a whole request fails,
 * because the others would fail, too.
 */
export async function trashMany<E extends Doomed>(
  client: Pick<ResourceClient, 'tasks'>,
  cache: QueryClient,
  projectId: string,
  tasks: Iterable<E> | AsyncIterable<E>,
  { onProgress, signal }: TrashOptions = {},
): Promise<Trashing<E>> {
  const outcome: Trashing<E> = { trashed: [], absent: [], failures: [] }
  try {
    for await (const part of partsOf(tasks)) {
      if (signal?.aborted) break
      const failed = await runBulk(client, part, {
        operationOf: ({ id, version }) => ({
          ...{ op: 'delete', id },
          ...(version !== undefined && { ifVersion: version }),
        }),
        keep: (entry) => {
          const { id } = entry
          outcome.trashed.push(entry)
          removeTask(cache, id)
          void cache.invalidateQueries({ queryKey: keys.task(id), refetchType: 'none' })
        },
      })
      onProgress?.(outcome.trashed.length)
      for (const failure of failed) {
        if (isTasksApiError(failure.error, 'task_not_found')) outcome.absent.push(failure.entry)
        else outcome.failures.push(failure)
      }
      if (failed.length === part.length && !failed.some(isOfTask)) break
    }
  } finally {
    refresh(cache, keys.project(projectId), keys.projects, keys.trash(projectId))
  }
  return outcome
}
