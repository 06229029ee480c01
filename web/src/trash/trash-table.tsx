import type { TrashedTask } from '../../../client/src/index.ts'
import { Time } from '../ui/time.tsx'
import { nextAfterRemoval, useRowFocus } from '../ui/use-row-focus.ts'
import { daysLeftText } from './days-left.ts'

interface TrashTableProps {
  tasks: readonly TrashedTask[]
  /** The ids of the selected tasks. */
  chosen: ReadonlySet<string>
  mayRestore: boolean
  onChoose: (ids: ReadonlySet<string>) => void
  onRestore: (task: TrashedTask) => void
}

/** The deleted tasks, most recently deleted first. */
export function TrashTable({ tasks, chosen, mayRestore, onChoose, onRestore }: TrashTableProps) {
  const { area, focusLater } = useRowFocus()
  const isAll = tasks.every(({ id }) => chosen.has(id))
  const toggle = (id: string, isChosen: boolean) => {
    onChoose(new Set(isChosen ? [...chosen, id] : [...chosen].filter((other) => other !== id)))
  }
  return (
    <section class="table-frame" ref={area} aria-label="Deleted tasks">
      <table>
        <thead>
          <tr>
            {mayRestore && (
              <th scope="col" class="select-cell">
                <input
                  type="checkbox"
                  aria-label="Select all"
                  checked={isAll}
                  onChange={(event) => {
                    onChoose(new Set(event.currentTarget.checked ? tasks.map(({ id }) => id) : []))
                  }}
                />
              </th>
            )}
            <th scope="col">Task</th>
            <th scope="col" class="wide">
              Deleted
            </th>
            <th scope="col">Time left</th>
            {mayRestore && (
              <th scope="col">
                <span class="visually-hidden">Restore</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <tr key={task.id} data-row={task.id}>
              {mayRestore && (
                <td class="select-cell">
                  <input
                    type="checkbox"
                    aria-label={`Select ${task.label}`}
                    checked={chosen.has(task.id)}
                    onChange={(event) => {
                      toggle(task.id, event.currentTarget.checked)
                    }}
                  />
                </td>
              )}
              <td dir="auto">{task.label}</td>
              <td class="wide">
                <Time at={task.deleted_at} />
              </td>
              <td class="time-left">{daysLeftText(task.purge_at, Date.now())}</td>
              {mayRestore && (
                <td>
                  <button
                    type="button"
                    data-action="restore"
                    aria-label={`Restore ${task.label}`}
                    onClick={() => {
                      focusLater(nextAfterRemoval(tasks, task.id), 'restore')
                      onRestore(task)
                    }}
                  >
                    Restore
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
