import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { isTasksApiError, type Project } from '../../../client/src/index.ts'
import { keys, useApi } from './api.ts'
import { isRefusal } from './connection.ts'

/** What no feed tells (names, lanes and quotas that others change) is read again this often, unless that is refused. */
const beat = ({ state }: { state: { error: unknown } }) =>
  !isRefusal(state.error) && !isTasksApiError(state.error, 'invalid_request') && 15_000

/** All projects, in the service's order. */
export function useProjects() {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.projects,
    queryFn: async ({ signal }) => {
      const projects: Project[] = []
      for await (const project of client.projects.list({ limit: 100, signal })) projects.push(project)
      return projects
    },
    refetchInterval: beat,
  })
}

/** One project with its lanes and counts. */
export function useProject(projectId: string) {
  const { client } = useApi()
  const cache = useQueryClient()
  return useQuery({
    queryKey: keys.project(projectId),
    // the list of projects knows it already, perhaps as it was some time ago
    initialData: () => cache.getQueryData<Project[]>(keys.projects)?.find(({ id }) => id === projectId),
    initialDataUpdatedAt: () => cache.getQueryState(keys.projects)?.dataUpdatedAt,
    queryFn: async ({ signal }) => (await client.projects.get(projectId, { signal })).project,
    refetchInterval: beat,
  })
}

/** One task and its version, for `ifMatch`. */
export function useTask(taskId: string) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.task(taskId),
    queryFn: ({ signal }) => client.tasks.get(taskId, { signal }),
  })
}
