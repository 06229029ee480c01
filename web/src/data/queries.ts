import {
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/preact-query'
import { etagOf } from '../../../client/src/etag.ts'
import { answerOf, dataOf } from '../../../client/src/http.ts'
import {
  isTasksApiError,
  type Field,
  type Project,
  type Task,
  type TaskAnswer,
  type ResourceClient,
} from '../../../client/src/index.ts'
import { keys, useApi } from './api.ts'
import { anyLane, type Column, pageSize, type TaskPage, withLingering } from './columns.ts'
import { isRefusal } from './connection.ts'
import type { FieldConditions } from './field-filter.ts'
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

const projectQuery = (client: ResourceClient, projectId: string) =>
  queryOptions({
    queryKey: keys.project(projectId),
    queryFn: async ({ signal }) => (await client.projects.get(projectId, { signal })).project,
  })

/** One project with its lanes and counts. */
export function useProject(projectId: string) {
  const { client } = useApi()
  const cache = useQueryClient()
  return useQuery({
    ...projectQuery(client, projectId),
    // the list of projects may already hold it, possibly outdated
    initialData: () => cache.getQueryData<Project[]>(keys.projects)?.find(({ id }) => id === projectId),
    initialDataUpdatedAt: () => cache.getQueryState(keys.projects)?.dataUpdatedAt,
    refetchInterval: beat,
  })
}

/** What a list of tasks is asked for. */
interface TaskQuery {
  /** Empty: any status. */
  statuses: readonly Task['status'][]
  search?: string
  fields?: FieldConditions
}

/** The tasks of a lane, page by page (`none`: those without a lane, `any`: of all lanes). The change feed keeps them up to date. */
export const columnQuery = (
  client: ResourceClient,
  projectId: string,
  laneId: string,
  { statuses, search = '', fields = {} }: TaskQuery,
) => ({
  queryKey: keys.column(projectId, laneId, { statuses, search, fields }),
  staleTime: Infinity,
  initialPageParam: undefined as string | undefined, // gives later cursors their type
  queryFn: async ({ pageParam: cursor, signal }: { pageParam: string | undefined; signal: AbortSignal }) => {
    const query = {
      ...{ limit: pageSize, fields },
      ...(search !== '' && { q: search }),
      ...(laneId !== anyLane && { workflowLaneId: laneId }),
      ...(statuses.length > 0 && { status: [...statuses] }),
      ...(cursor !== undefined && { cursor }),
    }
    const page = await dataOf(
      client.http.GET('/projects/{projectId}/tasks', { params: { path: { projectId }, query }, signal }),
      'tasks',
    )
    return withLingering(page, { projectId, laneId, statuses, text: search, fields })
  },
  getNextPageParam: (page: TaskPage) => page.next_cursor ?? undefined,
})

/** A query of `columnQuery`, as a hook. */
export const useTaskPages = useInfiniteQuery<TaskPage, Error, Column, readonly unknown[], string | undefined>

/**
 * Reads the data for the first view of a project before the view exists: the project, its fields, and its first tasks.
 */
export function readAhead(
  cache: QueryClient,
  client: ResourceClient,
  projectId: string,
  tasks: TaskQuery | undefined,
): void {
  const toldLater = () => undefined // by what uses the answer
  cache.query(projectQuery(client, projectId)).catch(toldLater)
  cache.query(fieldsQuery(client)).catch(toldLater)
  if (tasks) cache.infiniteQuery(columnQuery(client, projectId, anyLane, tasks)).catch(toldLater)
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
      return { task: data.task, etag: etagOf(headers) ?? '' }
    },
  })
}

const fieldsQuery = (client: ResourceClient) =>
  queryOptions({
    queryKey: keys.fields,
    queryFn: async ({ signal }) => (await client.fields.list({ signal })).fields,
  })

/** The account's own fields of tasks, in their order. */
export function useFieldList() {
  const { client } = useApi()
  return useQuery({ ...fieldsQuery(client), refetchInterval: beat })
}

/** Always the same object, so that values derived from it stay the same. */
const none: readonly Field[] = []

/** The same; empty until they are known. */
export const useFields = (): readonly Field[] => useFieldList().data ?? none
