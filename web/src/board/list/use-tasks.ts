import { useEffect, useMemo } from 'preact/hooks'
import { useApi } from '../../data/api.ts'
import { anyLane, belongs, tasksOf } from '../../data/columns.ts'
import { lingering } from '../../data/lingering.ts'
import { columnQuery, useTaskPages } from '../../data/queries.ts'
import { useValue } from '../../data/use-value.ts'
import { withWrites, writes } from '../../data/writes.ts'
import type { Filter } from '../filter.ts'

/** All tasks of a project that a filter shows, page after page. The change feed keeps them up to date. */
export function useTasks(projectId: string, { text, statuses, fields }: Filter) {
  const { client } = useApi()
  const query = useTaskPages(columnQuery(client, projectId, anyLane, { statuses, fields }))
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    // a table can be sorted only when all of it is loaded
    if (hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const underWay = useValue(writes)
  const kept = useValue(lingering)
  const tasks = useMemo(() => {
    const scope = { projectId, laneId: anyLane, statuses, text, fields }
    const found = tasksOf(data).filter((task) => belongs(task, scope))
    return withWrites(found, underWay, scope)
  }, [data, underWay, kept, projectId, statuses, text, fields])
  return { query, tasks, isWhole: data !== undefined && !hasNextPage }
}
