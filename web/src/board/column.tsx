import { useId, useRef, useState } from 'preact/hooks'
import { noLane } from '../data/columns.ts'
import { writes } from '../data/writes.ts'
import { counted } from '../ui/format.ts'
import { Failure, failureText, Loading } from '../ui/states.tsx'
import { useBoard } from './board-context.ts'
import { CardList } from './card-list.tsx'
import { CollapsedLane } from './collapsed-lane.tsx'
import { drag } from './drag/state.ts'
import { isNarrowed, queryOf, withStatus, wordOf, type Filter } from './filter.ts'
import { LaneHeader } from './lane-header.tsx'
import { laneDrag } from './lanes/state.ts'
import { useShown } from './matches.tsx'
import { QuickAdd } from './quick-add.tsx'
import { useColumn } from './use-column.ts'
import type { Lane } from './use-lanes.ts'

interface ColumnProps {
  lane: Lane
  /** How many tasks the lane holds, whatever the filter shows, by the service's count. */
  whole: number
  filter: Filter
  onFilter: (filter: Filter) => void
  /** The filter's text as the service is asked for it. */
  search: string
  /** Its place among the lanes, from 0, and how many there are. */
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
  const state = drag.use()
  const isLifted = laneDrag.use()?.lane.id === lane.id
  const [opened, setOpened] = useState<string>()
  const isEmpty = query.data !== undefined && tasks.length === 0 && !hasMore
  useShown(lane.id, query.data && { count: tasks.length, hasMore, isSearching })

  const isGone = props.isOptional && !state && (isEmpty || (!query.data && whole === 0))
  if (isGone) return null
  const isOver = state?.to?.laneId === lane.id
  const isNarrow = isNarrowed(filter)
  const key = queryOf(filter)
  const isCollapsed = isNarrow && isEmpty && !isSearching && opened !== key && lane.id !== noLane
  const classes = [
    'column',
    ...(isOver ? ['is-over'] : []),
    ...(isCollapsed ? ['is-collapsed'] : []),
    ...(isLifted ? ['is-lifted'] : []),
  ]
  return (
    <section ref={element} class={classes.join(' ')} aria-labelledby={heading} data-lane={lane.id}>
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
          isWholeShown={!isNarrow && hasMore}
          index={props.index}
          laneCount={props.laneCount}
        />
      )}
      {isEmpty && !isSearching && !isCollapsed && (
        <Empty
          lane={lane}
          whole={whole}
          filter={filter}
          onAll={() => {
            onFilter(withStatus(filter, 'all'))
          }}
        />
      )}
      {query.data ? (
        <CardList
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

interface EmptyProps {
  lane: Lane
  whole: number
  filter: Filter
  onAll: () => void
}

/** Says why a column shows no card; if they are all done, it offers to show them. */
function Empty({ lane, whole, filter, onAll }: EmptyProps) {
  const isQuiet = writes.use().length === 0 // the counts may not know yet what is under way
  if (isNarrowed(filter)) return <p class="column-empty">No task here matches the filter.</p>
  if (wordOf(filter) === '' && whole > 0 && isQuiet) {
    return (
      <p class="column-empty">
        {counted(whole, 'task')} here {whole === 1 ? 'is' : 'are'} done.{' '}
        <button type="button" onClick={onAll}>
          Show all
        </button>
      </p>
    )
  }
  return (
    <p class="column-empty">{lane.id === noLane ? 'For tasks without a lane.' : 'No tasks in this lane.'}</p>
  )
}
