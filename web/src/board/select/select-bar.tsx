import { useEffect } from 'preact/hooks'
import type { Task } from '../../../../client/src/index.ts'
import { useMay } from '../../data/api.ts'
import { formatCount } from '../../ui/format.ts'
import { lazyView } from '../../ui/lazy-view.tsx'
import { openDialogs } from '../../ui/messages.ts'
import { useTaskParts } from '../board-context.ts'
import { drag } from '../drag/state.ts'
import type { Lane } from '../use-lanes.ts'
import {
  beginSelecting,
  choose,
  chooseAll,
  endSelecting,
  idsOf,
  noneSelected,
  rest,
  selection,
} from './selection.ts'
import { useValue } from '../../data/use-value.ts'

/** What can be done with the selected cards, loaded separately from the board. */
export const SelectActionsView = lazyView(() =>
  import('./select-actions.tsx').then(({ SelectActions }) => SelectActions),
)

/** While cards are selected: how many, and what can be done with them. */
export function SelectBar({ lanes }: { lanes: readonly Lane[] }) {
  const { isOn, ids } = useValue(selection)
  useEnd(isOn)
  const count = ids.size === 0 ? 'Nothing selected' : `${formatCount(ids.size)} selected`
  // the status element is always rendered: screen readers announce only text that is added to an existing one
  return (
    <div
      class={isOn ? 'select-bar' : 'select-bar is-off'}
      role={isOn ? 'group' : undefined}
      aria-label={isOn ? 'Selected tasks' : undefined}
      data-focus-next=".select-button"
    >
      <p role="status" class={isOn ? 'count' : 'visually-hidden'}>
        {isOn && count}
      </p>
      {isOn && (
        <>
          <p id="select-hint" class="visually-hidden">
            X selects a card, Shift and X all up to it. Enter goes to what can be done with the selected
            cards. Escape ends selecting.
          </p>
          <SelectActionsView.View lanes={lanes} />
        </>
      )}
    </div>
  )
}

/** Ends selecting on Escape, unless the key is meant for something else, and when the person leaves the board. */
function useEnd(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const end = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      const isInField = target instanceof Element && target.matches('input:not([type=checkbox]), select')
      if (key !== 'Escape' || defaultPrevented || isInField) return
      if (openDialogs.value.length === 0 && !drag.value) endSelecting()
    }
    addEventListener('keydown', end)
    return () => {
      removeEventListener('keydown', end)
    }
  }, [isOn])
  useEffect(() => noneSelected, [])
}

/** The button that begins and ends the selection of cards. */
export function SelectButton() {
  const { isOn } = useValue(selection)
  if (!useMay('write')) return null
  return (
    <button
      type="button"
      class="select-button"
      aria-pressed={isOn}
      title="Select several cards. On a card: X, or Ctrl and a click"
      onClick={isOn ? endSelecting : beginSelecting}
    >
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d="m2 4.5 1.25 1.25L5.5 3.5M2 11l1.25 1.25L5.5 10M8.5 4.75H14M8.5 11.25H14" />
      </svg>
      <span>Select</span>
    </button>
  )
}

/** While tasks are selected: the box of one. */
export function SelectBox({ task: { id, label }, isSelected }: { task: Task; isSelected: boolean }) {
  const { views } = useTaskParts()
  return (
    <input
      type="checkbox"
      class="card-check"
      aria-label={`Select ${label}`}
      aria-describedby="select-hint"
      checked={isSelected}
      onClick={(event) => {
        choose(views, id, event.shiftKey)
        // a range leaves a selected card as it is, but the browser has changed the box
        event.currentTarget.checked = selection.value.ids.has(id)
      }}
    />
  )
}

interface SelectAllProps {
  lane: Pick<Lane, 'id' | 'label'>
  tasks: readonly Task[]
  /** Whether the column has tasks that have not been fetched: they are, so that they can be offered. */
  hasMore: boolean
}

/** While cards are selected: a box that selects what is shown of a column or a list. The rest is then offered. */
export function SelectAll({ lane, tasks, hasMore }: SelectAllProps) {
  const { views } = useTaskParts()
  const { isOn, ids } = useValue(selection)
  const left = useValue(rest)
  const isAsked = left?.laneId === lane.id
  const own = idsOf(tasks)

  useEffect(() => {
    if (!isAsked) return
    // page by page: each one renders the column again
    if (hasMore) views.get(lane.id)?.fetchMore()
    else if (left.total !== own.length) rest.value = { ...left, total: own.length }
  })

  if (!isOn || own.length === 0) return null
  const chosen = own.filter((id) => ids.has(id)).length
  const isAll = chosen === own.length && !hasMore
  return (
    <input
      type="checkbox"
      aria-label={`Select all in ${lane.label}`}
      title="Select all"
      checked={isAll || isAsked}
      indeterminate={chosen > 0 && !isAll}
      onChange={({ currentTarget: { checked } }) => {
        chooseAll(own, checked)
        rest.value = checked && hasMore ? { laneId: lane.id, shown: own } : undefined
      }}
    />
  )
}
