import type { Dispatch, StateUpdater } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { AddSubtask } from './add-subtask.tsx'
import type { Editor } from './editor.ts'
import { SubtaskRow } from './subtask-row.tsx'
import { useReorder } from './use-reorder.ts'
import { nextAfterRemoval, useRowFocus } from '../ui/use-row-focus.ts'
import { useSubtaskWrites } from './use-subtask-writes.ts'

interface SubtasksProps {
  task: Task
  editor: Editor
  /** The text in the field for a new subtask, and its setter. */
  newLabel: [string, Dispatch<StateUpdater<string>>]
}

/** The subtasks of a task. */
export function Subtasks({ task, editor, newLabel }: SubtasksProps) {
  const mayWrite = useMay('write')
  const writes = useSubtaskWrites(task, editor)
  const { area, focusLater } = useRowFocus()
  const { subtasks } = task
  const completed = subtasks.filter((subtask) => subtask.is_completed).length
  const reorder = useReorder(subtasks, (id, to, isByKey) => {
    const subtask = subtasks.find((one) => one.id === id)
    if (!subtask) return
    if (isByKey) focusLater(id, 'move')
    void writes.move(subtask, to)
  })
  if (!mayWrite && subtasks.length === 0) return null
  return (
    <section class="subtasks" ref={area}>
      <div class="part-head">
        <h3>Subtasks</h3>
        {subtasks.length > 0 && (
          <span class="subtasks-count">
            {completed} of {subtasks.length} done
          </span>
        )}
      </div>
      {mayWrite && (
        <p id="subtask-hint" hidden>
          Space lifts the subtask. The arrow keys, Home and End then move it.
        </p>
      )}
      {subtasks.length > 0 && (
        <ul
          aria-label="Subtasks"
          class={reorder.lifted === undefined ? 'subtask-list' : 'subtask-list is-reordered'}
        >
          {subtasks.map((subtask, index) => (
            <SubtaskRow
              key={subtask.id}
              subtask={subtask}
              index={index}
              count={subtasks.length}
              reorder={reorder}
              onTick={(isCompleted) => void writes.tick(subtask, isCompleted)}
              onRename={(label) => void writes.rename(subtask, label)}
              onMove={(to) => {
                focusLater(subtask.id, 'menu')
                void writes.move(subtask, to)
              }}
              onDelete={() => {
                focusLater(nextAfterRemoval(subtasks, subtask.id), 'menu')
                void writes.remove(subtask)
              }}
            />
          ))}
        </ul>
      )}
      {mayWrite && <AddSubtask onAdd={writes.add} text={newLabel} />}
    </section>
  )
}
