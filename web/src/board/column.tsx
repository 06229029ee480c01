import { useMemo, useRef, useState } from 'preact/hooks'
import { useApi } from '../data/api.ts'
import { anyLane, belongs, noLane, tasksOf } from '../data/columns.ts'
import { lingering } from '../data/lingering.ts'
import { columnQuery, useTaskPages } from '../data/queries.ts'
import { searchOf } from '../data/search-words.ts'
import { withWrites, writes } from '../data/writes.ts'
import { counted } from '../ui/format.ts'
import { Failure, failureText, Loading } from '../ui/states.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { useBoard } from './board-context.ts'
import { CardList } from './card-list.tsx'
import { densityNow } from './density.ts'
import { drag, isDragging } from './drag/state.ts'
import { type Filter, isNarrowed, queryOf, withStatus, wordOf } from './filter.ts'
import { CollapsedLane, LaneHeader } from './lane-header.tsx'
import { laneDrag } from './drag/lane-dragging.ts'
import { useShown } from './matches.tsx'
import { QuickAdd } from './quick-add.tsx'
import type { Lane } from './use-lanes.ts'
import { useComputed, useValue } from '../data/use-value.ts'
import { useId } from '../ui/use-id.ts'

interface ColumnProps {
  lane: Lane
  /** How many tasks the lane holds by the service's count, with or without a filter. */
  whole: number
  filter: Filter
  onFilter: (filter: Filter) => void
  /** What the service is asked for, derived from the filter's text. */
  search: string
  /** Its index among the lanes, from 0, and their number. */
  index: number
  laneCount: number
  /** Whether the column is only there while it shows cards, or takes one. */
  isOptional: boolean
}

/** A lane and its cards. */
export function ColumnView(props: ColumnProps) {
  const { lane, whole, filter, search, onFilter } = props
  const { projectId, mayWrite } = useBoard()
  const heading = useId()
  const element = useRef<HTMLElement>(null)
  const column = useColumn(projectId, lane.id, filter, search)
  const { query, tasks, hasMore, isSearching } = column
  const isMoving = useValue(isDragging)
  const marks = useComputed(() => dragMarks(lane.id), [lane.id])
  const density = useValue(densityNow)
  const [opened, setOpened] = useState<string>()
  useShown(lane.id, filter, query.data && { count: tasks.length, hasMore, isSearching })
  // the counts of the lanes follow what is shown
  const hiddenDone = useSettled(hiddenDoneOf(props, column), countsMs)
  if (isGone(props, column, isMoving)) return null
  const isNarrow = isNarrowed(filter)
  const key = queryOf(filter)
  const showAll = () => {
    onFilter(withStatus(filter, 'all'))
  }
  const isNone = isEmpty(column) && !isSearching
  const isCollapsed = isNarrow && isNone && opened !== key && lane.id !== noLane
  const classes = `column${isCollapsed ? ' is-collapsed' : ''}${marks}`
  return (
    <section ref={element} class={classes} aria-labelledby={heading} data-lane={lane.id}>
      {isCollapsed ? (
        <CollapsedLane
          lane={lane}
          headingId={heading}
          onOpen={() => {
            setOpened(key)
          }}
        />
      ) : (
        <LaneHeader
          lane={lane}
          headingId={heading}
          tasks={query.data && tasks}
          hasMore={hasMore}
          whole={whole}
          isWholeShown={filter.statuses.length === 0 && !isNarrow && hasMore}
          index={props.index}
          laneCount={props.laneCount}
        />
      )}
      {isNone && !isCollapsed && <Empty lane={lane} whole={whole} filter={filter} onAll={showAll} />}
      {query.data ? (
        <CardList
          key={density}
          lane={lane}
          element={element}
          tasks={tasks}
          hasMore={hasMore}
          fetchMore={column.fetchMore}
          index={props.index}
        />
      ) : (
        !query.isError && <Loading />
      )}
      {hiddenDone !== '' && <HiddenDone count={Number(hiddenDone)} onAll={showAll} />}
      {query.isError && (
        <Failure
          text={failureText(query.error)}
          onRetry={() => void (query.data ? query.fetchNextPage() : query.refetch())}
        />
      )}
      {mayWrite && !isCollapsed && <QuickAdd lane={lane} filter={filter} hasMore={hasMore} />}
    </section>
  )
}

/** The classes of a column that say its part in a drag. */
const dragMarks = (laneId: string): string =>
  (drag.value?.to?.laneId === laneId ? ' is-over' : '') +
  (laneDrag.value?.lane.id === laneId ? ' is-lifted' : '')

type ColumnTasks = ReturnType<typeof useColumn>

/** Whether a column is known to hold no card that is shown. */
const isEmpty = ({ query, tasks, hasMore }: ColumnTasks): boolean =>
  query.data !== undefined && tasks.length === 0 && !hasMore

/** Whether a column that is only there for cards is not shown, because it has none and takes none. */
const isGone = ({ isOptional, whole }: ColumnProps, column: ColumnTasks, isMoving: boolean): boolean =>
  isOptional && !isMoving && (isEmpty(column) || (!column.query.data && whole === 0))

/** How many done tasks the usual filter hides below those that are shown, as a text; it is empty if there are none. */
function hiddenDoneOf({ filter, whole }: ColumnProps, { tasks, hasMore }: ColumnTasks): string {
  const isPart = wordOf(filter) === '' && !isNarrowed(filter) && tasks.length > 0 && !hasMore
  return isPart && whole > tasks.length ? String(whole - tasks.length) : ''
}

interface EmptyProps {
  lane: Lane
  whole: number
  filter: Filter
  onAll: () => void
}

/** Says why a column shows no card; if they are all done, it offers to show them. */
function Empty({ lane, whole, filter, onAll }: EmptyProps) {
  const isQuiet = useValue(writes).length === 0 // the counts may not know yet what is under way
  if (isNarrowed(filter)) return <p class="column-empty">No task here matches the filter.</p>
  if (wordOf(filter) === '' && whole > 0 && isQuiet) {
    return <HiddenDone count={whole} onAll={onAll} />
  }
  return (
    <p class="column-empty">{lane.id === noLane ? 'For tasks without a lane.' : 'No tasks in this lane.'}</p>
  )
}

/** Says how many tasks of a column the usual filter hides, and offers to show them. */
const HiddenDone = ({ count, onAll }: { count: number; onAll: () => void }) => (
  <p class="column-empty">
    {counted(count, 'task')} here {count === 1 ? 'is' : 'are'} done.{' '}
    <button type="button" onClick={onAll}>
      Show all
    </button>
  </p>
)

/** How long a column's count must fit its cards before it is told how many are hidden, in milliseconds. */
const countsMs = 1_000

/** How long the results of a search are kept after it, in milliseconds: each of them is another query. */
const searchKeptMs = 30_000

/**
 * The cards of a column, page by page, including pending writes. The first tasks of all lanes are read before the lanes
 * are known. If these are all tasks, the column shows its share of them; otherwise it shows them until its own have
 * come. A search is one query for all columns, too: the service would read the whole project for each of them.
 * @param search what the service is asked for. It may lag behind the filter's text, which the page applies at once.
 */
function useColumn(projectId: string, laneId: string, { text, statuses, fields }: Filter, search: string) {
  const { client } = useApi()
  const isSearch = search !== '' || Object.keys(fields).length > 0
  const first = useTaskPages({
    ...columnQuery(client, projectId, anyLane, { statuses }),
    enabled: !isSearch,
  })
  const isWhole = first.data !== undefined && !first.hasNextPage
  const query = useTaskPages({
    ...columnQuery(client, projectId, isSearch || isWhole ? anyLane : laneId, { statuses, search, fields }),
    ...(isSearch && { gcTime: searchKeptMs }),
    enabled: !first.isLoading,
    // until the service has answered, the page searches what it knows: by a new function each time, because TanStack Query
    // would keep what the same one has returned, without what was changed since
    placeholderData: (known) => (isSearch ? known : (first.data ?? known)),
  })
  const underWay = useValue(writes)
  const kept = useValue(lingering)
  const { data, hasNextPage, isError, isPlaceholderData, fetchNextPage } = query
  const isFetching = query.isFetching || first.isLoading
  const tasks = useMemo(() => {
    const scope = { projectId, laneId, statuses, text, fields }
    const found = tasksOf(data).filter((task) => belongs(task, scope))
    return withWrites(found, underWay, scope)
  }, [data, underWay, kept, projectId, laneId, statuses, text, fields])

  const isSearching = searchOf(text) !== search || (isFetching && (isSearch || isPlaceholderData))
  const fetchMore = () => {
    // other columns may have asked for the same page of a search
    if (hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false })
  }
  return { query, tasks, isSearching, fetchMore, hasMore: hasNextPage || isPlaceholderData }
}
