import { type Dispatch, type StateUpdater, useState } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { useMay } from '../data/api.ts'
import { counted } from '../ui/format.ts'
import { tooLongText } from '../ui/too-long.ts'
import { nextAfterRemoval, useRowFocus } from '../ui/use-row-focus.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import type { Editor } from './editor.ts'
import { linesOf, type NewLine } from '../ui/pasted-lines.ts'
import { SubtaskRow } from './subtask-row.tsx'
import { useReorder } from './use-reorder.ts'
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
  const writes = useSubtaskWrites(task.id, editor)
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

interface AddSubtaskProps {
  /** Resolves to those that could not be added. */
  onAdd: (lines: readonly NewLine[]) => Promise<readonly NewLine[]>
  /** The text in the field, and its setter. */
  text: [string, Dispatch<StateUpdater<string>>]
}

/** The field for new subtasks. Enter adds one; of several pasted lines it offers to make several. */
function AddSubtask({ onAdd, text: [text, setText] }: AddSubtaskProps) {
  const [pasted, setPasted] = useState<readonly NewLine[]>([])
  const label = text.trim()
  const { isTooLong, attributes, note } = useTooLong(label, maxLabelCharacters)
  const add = async (lines: readonly NewLine[]) => {
    setText('')
    setPasted([])
    const left = await onAdd(lines)
    // what could not be added is put back
    if (left.length === 0) return
    setText((now) => (now === '' ? left.map((line) => line.label).join(' ') : now))
    if (left.length > 1) setPasted(left)
  }
  return (
    <form
      class="add-subtask"
      onSubmit={(event) => {
        event.preventDefault()
        if (label !== '' && !isTooLong) void add([{ label, isCompleted: false }])
      }}
    >
      <input
        data-row-end
        data-noted=""
        dir="auto"
        aria-label="Add a subtask"
        placeholder="Add a subtask"
        autoComplete="off"
        enterKeyHint="done"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setPasted([])
        }}
        onPaste={(event) => {
          const lines = linesOf(event.clipboardData?.getData('text/plain') ?? '')
          if (text.trim() !== '' || lines.length < 2) return
          event.preventDefault()
          setText(lines.map((line) => line.label).join(' '))
          setPasted(lines)
        }}
        {...attributes}
      />
      {note}
      {pasted.length > 1 && <Offer lines={pasted} onAdd={() => void add(pasted)} />}
    </form>
  )
}

function Offer({ lines, onAdd }: { lines: readonly NewLine[]; onAdd: () => void }) {
  const isOneTooLong = lines.some(({ label }) => tooLongText(label, maxLabelCharacters) !== undefined)
  return (
    <div class="pasted" role="status">
      <span>
        {isOneTooLong
          ? 'One of the pasted lines is too long for a subtask.'
          : `You pasted ${lines.length} lines.`}
      </span>
      {!isOneTooLong && (
        <button type="button" class="primary" onClick={onAdd}>
          Add {counted(lines.length, 'subtask')}
        </button>
      )}
    </div>
  )
}
