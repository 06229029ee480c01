import type { Dispatch, StateUpdater } from 'preact/hooks'
import { useState } from 'preact/hooks'
import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { counted } from '../ui/format.ts'
import { tooLongText } from '../ui/too-long.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import { linesOf, type NewLine } from './pasted-lines.ts'

interface AddSubtaskProps {
  /** Resolves to those that could not be added. */
  onAdd: (lines: readonly NewLine[]) => Promise<readonly NewLine[]>
  /** The text in the field, and its setter. */
  text: [string, Dispatch<StateUpdater<string>>]
}

/** The field for new subtasks. Enter adds one; of several pasted lines it offers to make several. */
export function AddSubtask({ onAdd, text: [text, setText] }: AddSubtaskProps) {
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
