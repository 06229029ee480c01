import { keepPreviousData, useInfiniteQuery } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import { dataOf } from '../../../client/src/http.ts'
import { keys, useApi } from '../data/api.ts'
import { anyLane, belongs, pageSize, tasksOf } from '../data/columns.ts'
import { lingering } from '../data/lingering.ts'
import { withWrites, writes } from '../data/writes.ts'
import { searchOf } from '../data/search-words.ts'
import type { Filter } from './filter.ts'

/** How long the results of a search are kept after it, in milliseconds: each of them is another query. */
const searchKeptMs = 30_000

/**
 * The cards of a column, page by page, including pending writes. A search is one query for all columns: the service would
 * read the whole project for each of them.
 * @param search what the service is asked for. It may lag behind the filter's text, which the page applies at once.
 */
export function useColumn(projectId: string, laneId: string, { text, statuses }: Filter, search: string) {
  const { client } = useApi()
  const isSearch = search !== ''
  const query = useInfiniteQuery({
    queryKey: keys.column(projectId, isSearch ? anyLane : laneId, statuses, search),
    // the change feed keeps fetched pages up to date
    staleTime: Infinity,
    ...(isSearch && { gcTime: searchKeptMs }),
    // until the service has answered, what is known is searched
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined, // gives later cursors their type
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = {
        limit: pageSize,
        ...(isSearch ? { q: search } : { workflowLaneId: laneId }),
        ...(statuses.length > 0 && { status: [...statuses] }),
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
  const kept = lingering.use()
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query
  const tasks = useMemo(() => {
    const scope = { projectId, laneId, statuses, text }
    const found = tasksOf(data).filter((task) => belongs(task, scope))
    return withWrites(found, underWay, scope)
  }, [data, underWay, kept, projectId, laneId, statuses, text])

  const isSearching = searchOf(text) !== search || (isFetching && (isSearch || isPlaceholderData))
  const fetchMore = () => {
    // other columns may have asked for the same page of a search
    if (hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false })
  }
  return { query, tasks, isSearching, fetchMore, hasMore: hasNextPage || isPlaceholderData }
}
