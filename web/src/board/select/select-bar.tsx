import { useEffect } from 'preact/hooks'
import type { Task } from '../../../../client/src/index.ts'
import { useMay } from '../../data/api.ts'
import { formatCount, statusNames } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { openDialogs } from '../../ui/toast.tsx'
import { useBoard } from '../board-context.ts'
import { drag } from '../drag/state.ts'
import type { Lane } from '../use-lanes.ts'
import { endSelecting, noneSelected, selectedTasks, selection } from './state.ts'
import { useBulkWrites } from './use-bulk-writes.ts'

const statuses = [0, 1, 2] as const satisfies Task['status'][]

/** While cards are selected: how many, and what can be done with them. */
export function SelectBar({ lanes }: { lanes: readonly Lane[] }) {
  const { projectId, views } = useBoard()
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
              document.querySelector<HTMLElement>('.select-bar button')?.click()
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
