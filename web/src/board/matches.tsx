import { useEffect } from 'preact/hooks'
import { useFields } from '../data/queries.ts'
import { signalOf } from '../data/signal.ts'
import { isNarrowed, type Filter } from './filter.ts'
import { ConditionsView } from './lazy-views.ts'
import { useSteady } from '../ui/use-steady.ts'
import { matchesText, searching, type Shown } from './matches-text.ts'

/** What each column shows and by which filter, by the id of its lane. */
export const shownCounts = signalOf<ReadonlyMap<string, Shown & { filter: Filter }>>(new Map())

/** Tells the board what a column shows; undefined before it is known. */
export function useShown(laneId: string, filter: Filter, shown: Shown | undefined): void {
  const { count, hasMore, isSearching } = shown ?? {}
  useEffect(() => {
    if (count === undefined || hasMore === undefined || isSearching === undefined) return
    shownCounts.set(new Map([...shownCounts.get(), [laneId, { filter, count, hasMore, isSearching }]]))
  }, [laneId, filter, count, hasMore, isSearching])
  useEffect(
    () => () => {
      const rest = new Map(shownCounts.get())
      rest.delete(laneId)
      shownCounts.set(rest)
    },
    [laneId],
  )
}

const focusFilter = () => {
  document.querySelector<HTMLElement>('[role=search] input')?.focus()
}

interface FilterStateProps {
  class: string
  /** What the filter finds, told to screen readers, too. */
  text: string | false
  filter: Filter
  onFilter: (filter: Filter) => void
  onClear: () => void
}

/**
 * The matches of a filter, its conditions on fields, and the button that clears it. When a control goes, the filter
 * gets the focus.
 */
export function FilterState({ class: name, text, filter, onFilter, onClear }: FilterStateProps) {
  const fields = useFields()
  // the status element is always rendered: screen readers announce only text that is added to an existing one
  return (
    <div class={name}>
      <p role="status">{text}</p>
      {Object.keys(filter.fields).length > 0 && (
        <ConditionsView.View
          fields={fields}
          conditions={filter.fields}
          onChange={(conditions) => {
            onFilter({ ...filter, fields: conditions })
            focusFilter()
          }}
        />
      )}
      {isNarrowed(filter) && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            onClear()
            focusFilter()
          }}
        >
          Clear filter
        </button>
      )}
    </div>
  )
}

interface MatchesProps extends Pick<FilterStateProps, 'filter' | 'onFilter' | 'onClear'> {
  /** How many lanes the project has. */
  laneCount: number
}

/** While a board is filtered: how many cards match. */
export function Matches({ laneCount, ...rest }: MatchesProps) {
  const { filter } = rest
  // a column that has not yet been drawn with a new filter still counts what it showed before
  const columns = [...shownCounts.use().values()].map((column) =>
    column.filter === filter ? column : { ...column, isSearching: true },
  )
  const isOn = isNarrowed(rest.filter)
  const text = isOn ? matchesText(columns, laneCount) : ''
  const steady = useSteady(text, text === searching)
  return <FilterState class={isOn ? 'matches' : 'matches is-off'} text={steady} {...rest} />
}
