import { statusChoices, withStatus, wordOf, type Filter } from './filter.ts'

interface StatusChoiceProps {
  filter: Filter
  onFilter: (filter: Filter) => void
}

/** Chooses the status of the tasks that the board shows. */
export const StatusChoice = ({ filter, onFilter }: StatusChoiceProps) => (
  <select
    aria-label="Filter by status"
    value={wordOf(filter)}
    onChange={(event) => {
      onFilter(withStatus(filter, event.currentTarget.value))
    }}
  >
    {statusChoices.map(({ word, name }) => (
      <option key={word} value={word}>
        {name}
      </option>
    ))}
  </select>
)
