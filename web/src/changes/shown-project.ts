import { computed } from '@preact/signals-core'
import { type QueryClient, useQueryClient } from '@tanstack/preact-query'
import type { Project } from '../../../client/src/index.ts'
import { keys } from '../data/api.ts'
import { useValue } from '../data/use-value.ts'
import type { Change } from './change.ts'
import { withChangedLanes } from './lanes.ts'
import { isProjectTask } from './project-task.ts'
import { entries } from './entry.ts'

/** Always the same object, so that other changes draw no board anew. */
const none: readonly Change[] = []

/** The changes of lanes that wait. */
const changes = computed(() => {
  const found = entries.value.filter(({ task }) => isProjectTask(task)).map(({ change }) => change)
  return found.length > 0 ? found : none
})

/** A project as it is shown: with the changes of its lanes that wait. Undefined: it is not known. */
export function shownProject(cache: QueryClient, projectId: string): Project | undefined {
  const project = cache.getQueryData<Project>(keys.project(projectId))
  return project && withChangedLanes(project, changes.value)
}

/** The same as a hook, of a project that was read. */
export function useShownProject(read: Project | undefined): Project | undefined {
  const cache = useQueryClient()
  useValue(changes)
  // from the cache, so that an answer appears in the same render in which its change is shown no more
  return read && (shownProject(cache, read.id) ?? read)
}
