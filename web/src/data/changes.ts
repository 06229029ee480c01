import type { QueryClient } from '@tanstack/preact-query'
import type { Change, TaskAnswer } from '../../../client/src/index.ts'
import { keys } from './api.ts'
import { knownTask, placeTask, refresh, removeTask } from './cache.ts'

/** Of several changes of a task the last one: it says how the task is now. */
export const lastOfEach = (changes: readonly Change[]): Change[] => [
  ...new Map(changes.map((change) => [change.task.id, change])).values(),
]

/** What has to be read again because of a change. */
interface Stale {
  projects: Set<string>
  trashes: Set<string>
}

function applyChange(cache: QueryClient, change: Change, stale: Stale): void {
  const { id, project_id } = change.task
  const known = knownTask(cache, id)
  for (const projectId of [project_id, known?.project_id]) if (projectId) stale.projects.add(projectId)
  // a task that no list knew may have come out of the trash
  if (!known || change.type === 'deleted') stale.trashes.add(project_id)
  if (change.type === 'deleted') {
    removeTask(cache, id)
    refresh(cache, keys.task(id))
    return
  }
  // the answer to a write of ours may be newer than the feed
  if (!known || known.updated_at <= change.task.updated_at) placeTask(cache, change.task)
  const open = cache.getQueryData<TaskAnswer>(keys.task(id))
  if (open && open.task.updated_at < change.task.updated_at) refresh(cache, keys.task(id))
}

/** Puts what has changed into what is shown: tasks into the columns at once; what counts them is read again. */
export function applyChanges(cache: QueryClient, changes: readonly Change[]): void {
  if (changes.length === 0) return
  const stale: Stale = { projects: new Set(), trashes: new Set() }
  for (const change of lastOfEach(changes)) applyChange(cache, change, stale)
  refresh(
    cache,
    keys.projects,
    ...[...stale.projects].map(keys.project),
    ...[...stale.trashes].map(keys.trash),
  )
}
