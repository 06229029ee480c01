import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { answerOf } from '../../../client/src/http.ts'
import { isTasksApiError, type Field, type Project, type TaskAnswer } from '../../../client/src/index.ts'
import { keys, useApi } from './api.ts'
import { isRefusal } from './connection.ts'
import { keepRead } from './origins.ts'

/** Poll interval in ms for what the feed does not cover (names, lanes, quotas); false once a request was refused. */
const beat = ({ state }: { state: { error: unknown } }) =>
  !isRefusal(state.error) && !isTasksApiError(state.error, 'invalid_request') && 15_000

/** All projects, in the service's order; `isOn`: whether they are fetched. */
export function useProjects(isOn = true) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.projects,
    queryFn: async ({ signal }) => {
      const projects: Project[] = []
      for await (const project of client.projects.list({ limit: 100, signal })) projects.push(project)
      return projects
    },
    refetchInterval: beat,
    enabled: isOn,
  })
}

/** One project with its lanes and counts. */
export function useProject(projectId: string) {
  const { client } = useApi()
  const cache = useQueryClient()
  return useQuery({
    queryKey: keys.project(projectId),
    // the list of projects may already hold it, possibly outdated
    initialData: () => cache.getQueryData<Project[]>(keys.projects)?.find(({ id }) => id === projectId),
    initialDataUpdatedAt: () => cache.getQueryState(keys.projects)?.dataUpdatedAt,
    queryFn: async ({ signal }) => (await client.projects.get(projectId, { signal })).project,
    refetchInterval: beat,
  })
}

/** One task and its ETag, for `ifMatch`. The same answer says who wrote it last. */
export function useTask(taskId: string) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.task(taskId),
    queryFn: async ({ signal }): Promise<TaskAnswer> => {
      const params = { path: { id: taskId }, query: { include: 'origin' as const } }
      const { data, headers } = await answerOf(client.http.GET('/tasks/{id}', { params, signal }), 'task')
      keepRead(data)
      return { task: data.task, etag: headers.get('ETag') ?? '' }
    },
  })
}

/** The account's own fields of tasks, in their order. */
export function useFieldList() {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.fields,
    queryFn: async ({ signal }) => (await client.fields.list({ signal })).fields,
    refetchInterval: beat,
  })
}

/** Always the same object, so that what is made of it stays the same. */
const none: readonly Field[] = []

/** The same; empty until they are known. */
export const useFields = (): readonly Field[] => useFieldList().data ?? none
