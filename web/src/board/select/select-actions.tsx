import { useEffect } from 'preact/hooks'
import type { Task } from '../../../../client/src/index.ts'
import { useMay } from '../../data/api.ts'
import { statusNames } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { type Shortcut, useShortcuts } from '../../ui/shortcuts.ts'
import { useTaskParts } from '../board-context.ts'
import type { TasksViews } from '../drag/columns.ts'
import type { Lane } from '../use-lanes.ts'
import { Rest } from './rest.tsx'
import { moveSelected, rest, selectedTasks, selection, takeEarly } from './selection.ts'
import { useBulkWrites } from './use-bulk-writes.ts'
import { useValue } from '../../data/use-value.ts'

const statuses = [0, 1, 2] as const satisfies Task['status'][]

type SelectKey = Shortcut & { run: () => void }

/** The keys for the selected cards. */
const keysFor = (
  views: TasksViews,
  { setStatus, remove }: ReturnType<typeof useBulkWrites>,
  mayDelete: boolean,
): SelectKey[] => [
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
  ...(mayDelete ? ['Delete', 'Backspace'] : []).map((key) => ({
    keys: key,
    name: 'Delete the selected cards',
    run: () => void remove(selectedTasks(views)),
  })),
]

/** Listens to keys, and does what one says that was pressed before they were there. */
function useSelectKeys(keys: readonly SelectKey[]): void {
  useShortcuts(keys)
  useEffect(() => {
    const early = takeEarly()
    keys.find((one) => one.keys === early)?.run()
  })
}

/** What can be done with the selected cards, with the keys for it. */
export function SelectActions({ lanes }: { lanes: readonly Lane[] }) {
  const { projectId, views } = useTaskParts()
  const mayDelete = useMay('delete')
  const writes = useBulkWrites(projectId)
  const { move, setStatus, remove } = writes
  useEffect(() => {
    moveSelected.current = (tasks, laneId, place) => {
      const lane = lanes.find(({ id }) => id === laneId)
      if (lane) void move(tasks, lane, place)
    }
  })
  useEffect(
    () => () => {
      moveSelected.current = undefined
    },
    [],
  )
  const isOff = useValue(selection).ids.size === 0
  useSelectKeys(isOff ? [] : keysFor(views, writes, mayDelete))
  const isRestOffered = useValue(rest) !== undefined
  return (
    <>
      {isRestOffered && <Rest />}
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
  )
}
