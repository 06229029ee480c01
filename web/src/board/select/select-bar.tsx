import { useEffect } from 'preact/hooks'
import type { Task } from '../../../../client/src/index.ts'
import { useMay } from '../../data/api.ts'
import { formatCount, statusNames } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { openDialogs } from '../../ui/toast.tsx'
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
  selectedTasks,
  selection,
} from './selection.ts'
import { Rest } from './rest.tsx'
import { useBulkWrites } from './use-bulk-writes.ts'

const statuses = [0, 1, 2] as const satisfies Task['status'][]

/** While cards are selected: how many, and what can be done with them. */
export function SelectBar({ lanes }: { lanes: readonly Lane[] }) {
  const { projectId, views } = useTaskParts()
  const mayDelete = useMay('delete')
  const { isOn, ids } = selection.use()
  const { progress, isRunning, move, setStatus, remove } = useBulkWrites(projectId)
  useEnd(isOn)
  useShortcuts(
    ids.size === 0
      ? []
      : [
          {
            keys: 'd',
            name: 'Complete the selected cards',
            run: () => void setStatus(selectedTasks(views), 2),
          },
          {
            keys: 'm',
            name: 'Move the selected cards to a lane',
            run: () => {
              document.querySelector<HTMLElement>('.select-bar [aria-haspopup]')?.click()
            },
          },
          ...(mayDelete
            ? ['Delete', 'Backspace'].map((key) => ({
                keys: key,
                name: 'Delete the selected cards',
                run: () => void remove(selectedTasks(views)),
              }))
            : []),
        ],
  )
  const isOff = ids.size === 0 || isRunning
  const count = ids.size === 0 ? 'Nothing selected' : `${formatCount(ids.size)} selected`
  // the status element is always rendered: screen readers announce only text that is added to an existing one
  return (
    <div
      class={isOn ? 'select-bar' : 'select-bar is-off'}
      role={isOn ? 'group' : undefined}
      aria-label={isOn ? 'Selected tasks' : undefined}
    >
      <p role="status" class={isOn ? 'count' : 'visually-hidden'}>
        {progress ?? (isOn && count)}
      </p>
      {rest.use() && <Rest />}
      {isOn && (
        <>
          <p id="select-hint" class="visually-hidden">
            X selects a card, Shift and X all up to it. Enter goes to what can be done with the selected
            cards. Escape ends selecting.
          </p>
          <Menu
            label="Move to lane"
            text="Move to lane"
            isDisabled={isOff}
            items={lanes.map((lane) => ({
              label: lane.label,
              key: lane.id,
              onSelect: () => void move(selectedTasks(views), lane),
            }))}
          />
          <Menu
            label="Set status"
            text="Set status"
            isDisabled={isOff}
            items={statuses.map((status) => ({
              label: statusNames[status],
              onSelect: () => void setStatus(selectedTasks(views), status),
            }))}
          />
          {mayDelete && (
            <button
              type="button"
              class="outlined-danger"
              aria-disabled={isOff}
              onClick={() => {
                if (!isOff) void remove(selectedTasks(views))
              }}
            >
              Delete
            </button>
          )}
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
      if (openDialogs.get().length === 0 && !drag.get()) endSelecting()
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
  const { isOn } = selection.use()
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
        event.currentTarget.checked = selection.get().ids.has(id)
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
  const { isOn, ids } = selection.use()
  const left = rest.use()
  const isAsked = left?.laneId === lane.id
  const own = idsOf(tasks)

  useEffect(() => {
    if (!isAsked) return
    // page by page: each one renders the column again
    if (hasMore) views.get(lane.id)?.fetchMore()
    else if (left.total !== own.length) rest.set({ ...left, total: own.length })
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
        rest.set(checked && hasMore ? { laneId: lane.id, shown: own } : undefined)
      }}
    />
  )
}
