import { useInfiniteQuery, useQuery } from '@tanstack/preact-query'
import { dataOf } from '../../../client/src/http.ts'
import type { TrashedTask } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'

const pageSize = 100

/** The trash of a project, page by page, most recently deleted first. */
export function useTrash(projectId: string) {
  const { client } = useApi()
  return useInfiniteQuery({
    queryKey: keys.trash(projectId),
    initialPageParam: undefined as string | undefined, // gives later cursors their type
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) }
      const params = { path: { projectId }, query }
      return dataOf(client.http.GET('/projects/{projectId}/trash', { params, signal }), 'tasks')
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
}

/** All tasks in the trash of a project, read page by page: how many there are is not known before. */
export function useWholeTrash(projectId: string, enabled: boolean) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.wholeTrash(projectId),
    enabled,
    queryFn: async ({ signal }) => {
      const tasks: TrashedTask[] = []
      for await (const task of client.projects.listTrash(projectId, { limit: pageSize, signal }))
        tasks.push(task)
      return tasks
    },
  })
}
