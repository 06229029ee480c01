import type { QueryClient } from '@tanstack/preact-query'
import type { Change, TaskAnswer } from '../../../client/src/index.ts'
import { keys } from './api.ts'
import { isByStranger, keepOrigin } from './origins.ts'
import { knownTask, placeTask, refresh, removeTask } from './cache.ts'

/** The last change of each task: it holds the task's current state. */
export const lastOfEach = (changes: readonly Change[]): Change[] => [
  ...new Map(changes.map((change) => [change.task.id, change])).values(),
]

/** The ids of projects whose counts, or whose trash, must be fetched again. */
interface Stale {
  projects: Set<string>
  trashes: Set<string>
}

function applyChange(cache: QueryClient, change: Change, stale: Stale): void {
  const { id, project_id } = change.task
  keepOrigin(change)
  const known = knownTask(cache, id)
  for (const projectId of [project_id, known?.project_id]) if (projectId) stale.projects.add(projectId)
  // a task that no column held may have been restored
  if (!known || change.type === 'deleted') stale.trashes.add(project_id)
  if (change.type === 'deleted') {
    removeTask(cache, id, change.reason ?? 'deleted')
    refresh(cache, keys.task(id))
    return
  }
  // the answer to a write of this page may be newer than the feed
  if (!known || known.updated_at <= change.task.updated_at) placeTask(cache, change.task)
  const open = cache.getQueryData<TaskAnswer>(keys.task(id))
  if (open && (open.task.updated_at < change.task.updated_at || isByStranger(change)))
    refresh(cache, keys.task(id))
}

/** Applies changes to the cache: updates the tasks in the columns, refetches the affected counts and trashes. */
export function applyChanges(cache: QueryClient, changes: readonly Change[]): void {
  if (changes.length === 0) return
  const stale: Stale = { projects: new Set(), trashes: new Set() }
  for (const change of lastOfEach(changes)) applyChange(cache, change, stale)
  refresh(
    cache,
    keys.projects,
    keys.due,
    ...[...stale.projects].map(keys.project),
    ...[...stale.trashes].map(keys.trash),
  )
}
