import { useId, useRef } from 'preact/hooks'
import { noLane } from '../data/columns.ts'
import { Failure, failureText, Loading } from '../ui/states.tsx'
import { useBoard } from './board-context.ts'
import { CardList } from './card-list.tsx'
import { drag } from './drag/state.ts'
import type { Filter } from './filter.ts'
import { LaneHeader } from './lane-header.tsx'
import { QuickAdd } from './quick-add.tsx'
import { useColumn } from './use-column.ts'
import type { Lane } from './use-lanes.ts'

interface ColumnProps {
  lane: Lane
  filter: Filter
  /** The filter's text as the service is asked for it. */
  search: string
  /** The neighbouring lanes that this one can swap places with. */
  before: Lane | undefined
  behind: Lane | undefined
}

/** A lane and its cards. */
export function ColumnView({ lane, filter, search, before, behind }: ColumnProps) {
  const { projectId, mayWrite } = useBoard()
  const heading = useId()
  const element = useRef<HTMLElement>(null)
  const column = useColumn(projectId, lane.id, filter, search)
  const { query, tasks, hasMore, isSearching } = column
  const isOver = drag.use()?.to?.laneId === lane.id
  const isFiltered = filter.text.trim() !== '' || filter.statuses.length > 0
  return (
    <section ref={element} class={isOver ? 'column is-over' : 'column'} aria-labelledby={heading}>
      <LaneHeader
        lane={lane}
        headingId={heading}
        tasks={query.data && tasks}
        hasMore={hasMore}
        before={before}
        behind={behind}
      />
      {query.data && tasks.length === 0 && !isSearching && !hasMore && (
        <p class="column-empty">{emptyText(isFiltered, lane.id === noLane)}</p>
      )}
      {isSearching && (
        <p class="column-note" role="status">
          Searching…
        </p>
      )}
      {query.data ? (
        <CardList
          lane={lane}
          element={element}
          tasks={tasks}
          hasMore={hasMore}
          fetchMore={column.fetchMore}
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
      {mayWrite && <QuickAdd lane={lane} filter={filter} hasMore={hasMore} />}
    </section>
  )
}

function emptyText(isFiltered: boolean, isNoLane: boolean): string {
  if (isFiltered) return 'No task here matches the filter.'
  return isNoLane ? 'Every task is in a lane.' : 'No tasks in this lane.'
}
