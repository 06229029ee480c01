import type { Task } from '../../../../client/src/index.ts'
import { formatCount } from '../../ui/format.ts'
import { isDraft } from '../draft-task.ts'
import { chooseAll, selection } from './state.ts'

interface SelectAllProps {
  /** The name of the lane. */
  label: string
  tasks: readonly Task[]
  /** Whether the column has tasks that have not been fetched: they cannot be selected yet. */
  hasMore: boolean
}

/** While cards are selected: a box that selects all cards of a column. */
export function SelectAll({ label, tasks, hasMore }: SelectAllProps) {
  const { isOn, ids } = selection.use()
  const own = tasks.filter((task) => !isDraft(task)).map(({ id }) => id)
  if (!isOn || own.length === 0) return null
  const chosen = own.filter((id) => ids.has(id)).length
  const which = hasMore ? `the first ${formatCount(own.length)}` : 'all'
  return (
    <input
      type="checkbox"
      aria-label={`Select ${which} in ${label}`}
      title={`Select ${which}`}
      checked={chosen === own.length}
      indeterminate={chosen > 0 && chosen < own.length}
      onChange={({ currentTarget }) => {
        chooseAll(own, currentTarget.checked)
      }}
    />
  )
}
