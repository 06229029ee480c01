import type { ComponentChildren } from 'preact'
import { ShowMore } from './show-more.tsx'
import { Unloaded } from './states.tsx'

/** The parts of a paged query that a list needs. */
interface Pages<P> {
  data: { pages: readonly P[] } | undefined
  error: unknown
  hasNextPage: boolean
  isFetching: boolean
  refetch: () => Promise<unknown>
  fetchNextPage: () => Promise<unknown>
}

interface LogListProps<P, E extends { id: string }> {
  name: string
  pages: Pages<P>
  entriesOf: (page: P) => readonly E[]
  /** What stands in place of an empty list. */
  empty: ComponentChildren
  /** The list item of an entry; `number` is its place, from 1. */
  row: (entry: E, number: number) => ComponentChildren
}

/** A log, the newest first; more of it is shown on request. */
export function LogList<P, E extends { id: string }>({
  name,
  pages,
  entriesOf,
  empty,
  row,
}: LogListProps<P, E>) {
  if (!pages.data) return <Unloaded query={pages} />
  const entries = pages.data.pages.flatMap(entriesOf)
  return (
    <>
      {entries.length === 0 ? (
        <p class="muted">{empty}</p>
      ) : (
        <ul class="log-list" aria-label={name}>
          {entries.map((entry, index) => row(entry, index + 1))}
        </ul>
      )}
      <ShowMore pages={pages} />
    </>
  )
}

interface OutcomeFilterProps<O extends string> {
  /** The outcomes, and what they are called. */
  names: Readonly<Record<O, string>>
  /** Undefined: all. */
  chosen: O | undefined
  onChoose: (outcome: O | undefined) => void
}

/** Chooses which outcomes a log shows. */
export function OutcomeFilter<O extends string>({ names, chosen, onChoose }: OutcomeFilterProps<O>) {
  const outcomes = Object.keys(names) as O[] // its own
  return (
    <select
      aria-label="Filter by outcome"
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => {
        onChoose(outcomes.find((each) => each === value))
      }}
    >
      <option value="">All outcomes</option>
      {outcomes.map((each) => (
        <option key={each} value={each}>
          {names[each]}
        </option>
      ))}
    </select>
  )
}
