import { formatCount } from './format.ts'

interface SelectRestProps {
  /** How many are shown. */
  shown: number
  /** How many there are; undefined while they are read. */
  total: number | undefined
  /** What the rest are, such as “ that match”. */
  which?: string
  onSelect: () => void
}

/** After all that is shown was selected: says so, and offers to select the rest, too. */
export const SelectRest = ({ shown, total, which = '', onSelect }: SelectRestProps) => (
  <>
    <span role="status" class="muted">
      {shown === 1 ? 'The one shown is selected.' : `All ${formatCount(shown)} shown are selected.`}
    </span>
    {total !== undefined && (
      <button type="button" class="quiet" onClick={onSelect}>
        Select all {formatCount(total)}
        {which}
      </button>
    )}
  </>
)
