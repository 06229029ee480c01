import type { QueryClient } from '@tanstack/preact-query'
import { isTasksApiError, type Task, type ResourceClient } from '../../../client/src/index.ts'
import { keys } from '../data/api.ts'
import { type Failure, runBulk } from '../data/bulk.ts'
import { placeTask, refresh } from '../data/cache.ts'
import { explain } from '../ui/explain.ts'

/** A task in the trash; with a version, it is restored only if it still has that. */
interface InTrash {
  id: string
  version?: number
}

interface RestoreOptions<E> {
  /** Called with the number of tasks that have ended. */
  onProgress?: (ended: number) => void
  /** Called for each restored task, as `keep` of a job of many tasks is. */
  keep?: (entry: E, task: Task | undefined, version: number | undefined) => void
}

/** Whether every other restore would fail in the same way. */
const endsAll = (error: unknown) =>
  isTasksApiError(error, 'quota_exceeded', 'project_not_found', 'insufficient_scope')

/** Restores tasks from a project's trash, with as few requests as the service allows. */
export async function restoreMany<E extends InTrash>(
  client: Pick<ResourceClient, 'tasks'>,
  cache: QueryClient,
  projectId: string,
  tasks: readonly E[],
  { onProgress, keep }: RestoreOptions<E>,
): Promise<Failure<E>[]> {
  const failures = await runBulk(client, tasks, {
    operationOf: ({ id, version }) => ({
      ...{ op: 'restore', id },
      ...(version !== undefined && { ifVersion: version }),
    }),
    keep: (entry, task, version) => {
      if (task) placeTask(cache, task)
      keep?.(entry, task, version)
    },
    onProgress,
    endsAll,
  })
  refresh(cache, keys.trash(projectId), keys.project(projectId), keys.projects)
  return failures
}

/** Why tasks are still in the trash, and what to do. */
export function whyNotRestored(error: unknown): string {
  if (isTasksApiError(error, 'quota_exceeded')) {
    return 'The project has reached its quota. Delete or move other tasks, or ask for a higher quota.'
  }
  if (isTasksApiError(error, 'project_not_found')) return 'The project has been deleted.'
  return explain(error)
}
