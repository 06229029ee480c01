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
  onProgress: (trashed: number) => void
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

/**
 * Moves tasks of a project to the trash, with as few requests as the service allows. Tasks that are in the trash
 * already count neither as moved nor as failed. It ends when a whole request fails, because the others would fail, too.
 */
export async function trashMany<E extends Doomed>(
  client: Pick<ResourceClient, 'tasks'>,
  cache: QueryClient,
  projectId: string,
  tasks: Iterable<E> | AsyncIterable<E>,
  { onProgress, signal }: TrashOptions,
): Promise<{ trashed: number; failures: Failure<E>[] }> {
  const failures: Failure<E>[] = []
  let trashed = 0
  try {
    for await (const part of partsOf(tasks)) {
      if (signal?.aborted) break
      const failed = await runBulk(client, part, {
        operationOf: ({ id, version }) => ({
          ...{ op: 'delete', id },
          ...(version !== undefined && { ifVersion: version }),
        }),
        keep: ({ id }) => {
          trashed += 1
          removeTask(cache, id)
          void cache.invalidateQueries({ queryKey: keys.task(id), refetchType: 'none' })
        },
        onProgress: () => undefined,
      })
      onProgress(trashed)
      failures.push(...failed.filter(({ error }) => !isTasksApiError(error, 'task_not_found')))
      if (failed.length === part.length && !failed.some(isOfTask)) break
    }
  } finally {
    refresh(cache, keys.project(projectId), keys.projects, keys.trash(projectId))
  }
  return { trashed, failures }
}
