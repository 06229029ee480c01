import { useEffect, useState } from 'preact/hooks'
import type { Task } from '../../../../client/src/index.ts'
import { useBoard } from '../board-context.ts'
import { isDraft } from '../draft-task.ts'
import type { Lane } from '../use-lanes.ts'
import { chooseAll, selection } from './state.ts'

interface SelectAllProps {
  lane: Lane
  tasks: readonly Task[]
  /** Whether the column has tasks that have not been fetched: they are, before all are selected. */
  hasMore: boolean
}

/** While cards are selected: a box that selects all cards of a column. */
export function SelectAll({ lane, tasks, hasMore }: SelectAllProps) {
  const { views } = useBoard()
  const { isOn, ids } = selection.use()
  const [isFetching, setFetching] = useState(false)
  const own = tasks.filter((task) => !isDraft(task)).map(({ id }) => id)

  useEffect(() => {
    if (!isFetching) return
    // page by page: each one renders the column again
    if (isOn && hasMore) views.get(lane.id)?.fetchMore()
    else {
      setFetching(false)
      if (isOn) chooseAll(own, true)
    }
  })

  if (!isOn || own.length === 0) return null
  const chosen = own.filter((id) => ids.has(id)).length
  const isAll = chosen === own.length && !hasMore
  return (
    <input
      type="checkbox"
      aria-label={`Select all in ${lane.label}`}
      title={isFetching ? 'Loading all cards…' : 'Select all'}
      checked={isAll || isFetching}
      indeterminate={isFetching || (chosen > 0 && !isAll)}
      onChange={({ currentTarget }) => {
        const wantsAll = currentTarget.checked && !isFetching
        chooseAll(own, wantsAll)
        setFetching(wantsAll && hasMore)
      }}
    />
  )
}
