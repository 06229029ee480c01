import type { StateUpdater, Dispatch } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { useMay } from '../data/api.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import { nextAfterRemoval } from './subtask-order.ts'
import { SubtaskRow } from './subtask-row.tsx'
import { useRowFocus } from './use-row-focus.ts'
import { useSubtaskWrites, type Report, type Write } from './use-subtask-writes.ts'

interface SubtasksProps {
  task: Task
  write: Write
  report: Report
  /** The text in the field for a new subtask, and its setter. */
  newLabel: [string, Dispatch<StateUpdater<string>>]
}

/** The subtasks of a task. */
export function Subtasks({ task, write, report, newLabel }: SubtasksProps) {
  const mayWrite = useMay('write')
  const writes = useSubtaskWrites(task, write, report)
  const { area, focusLater } = useRowFocus()
  const { subtasks } = task
  const completed = subtasks.filter((subtask) => subtask.is_completed).length
  return (
    <section class="subtasks" ref={area}>
      <h3>
        Subtasks{' '}
        {subtasks.length > 0 && (
          <span class="subtasks-count">
            {completed} of {subtasks.length} done
          </span>
        )}
      </h3>
      {subtasks.length > 0 && (
        <ul aria-label="Subtasks" class="subtask-list">
          {subtasks.map((subtask, index) => (
            <SubtaskRow
              key={subtask.id}
              subtask={subtask}
              isFirst={index === 0}
              isLast={index === subtasks.length - 1}
              onTick={(isCompleted) => void writes.tick(subtask, isCompleted)}
              onRename={(label) => void writes.rename(subtask, label)}
              onMove={(step) => {
                focusLater(subtask.id, step)
                void writes.move(subtask, step)
              }}
              onDelete={() => {
                focusLater(nextAfterRemoval(subtasks, subtask.id), 'delete')
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

interface AddSubtaskProps {
  onAdd: (label: string) => Promise<boolean>
  text: SubtasksProps['newLabel']
}

/** The field for a new subtask. A text that could not be added is put back into it. */
function AddSubtask({ onAdd, text: [text, setText] }: AddSubtaskProps) {
  const label = text.trim()
  const { isTooLong, attributes, note } = useTooLong(label, maxLabelCharacters)
  const add = async () => {
    if (label === '' || isTooLong) return
    setText('')
    if (!(await onAdd(label))) setText((now) => (now === '' ? label : now))
  }
  return (
    <form
      class="add-subtask"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <input
        data-row-end
        aria-label="Add a subtask"
        placeholder="Add a subtask"
        autoComplete="off"
        enterKeyHint="done"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
        }}
        {...attributes}
      />
      {note}
    </form>
  )
}
