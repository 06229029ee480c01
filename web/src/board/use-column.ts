import { useInfiniteQuery } from '@tanstack/preact-query'
import { useEffect, useMemo } from 'preact/hooks'
import { dataOf } from '../../../client/src/http.ts'
import { keys, useApi } from '../data/api.ts'
import { tasksOf } from '../data/columns.ts'
import { withWrites, writes } from '../data/writes.ts'
import { withText, type Filter } from './filter.ts'

const pageSize = 100

/** The cards of a column, page by page, including pending writes. */
export function useColumn(projectId: string, laneId: string, { text, statuses }: Filter) {
  const { client } = useApi()
  const query = useInfiniteQuery({
    queryKey: keys.column(projectId, laneId, statuses),
    // the change feed keeps fetched pages up to date
    staleTime: Infinity,
    initialPageParam: undefined as string | undefined, // gives later cursors their type
    queryFn: ({ pageParam: cursor, signal }) => {
      const only = statuses.length > 0 && { status: [...statuses] }
      const query = {
        limit: pageSize,
        workflowLaneId: laneId,
        ...only,
        ...(cursor !== undefined && { cursor }),
      }
      return dataOf(
        client.http.GET('/projects/{projectId}/tasks', { params: { path: { projectId }, query }, signal }),
        'tasks',
      )
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  const underWay = writes.use()
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const all = useMemo(
    () => withWrites(tasksOf(data), underWay, { projectId, laneId, statuses }),
    [data, underWay, projectId, laneId, statuses],
  )
  const tasks = useMemo(() => withText(all, text), [all, text])

  // a match may be on any page, so all pages are fetched
  const isSearching = text.trim() !== '' && hasNextPage
  const fetchMore = () => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }
  useEffect(() => {
    if (isSearching) fetchMore()
  })
  return { query, tasks, isSearching, fetchMore, hasMore: hasNextPage }
}
