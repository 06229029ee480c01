import { useRef, useState } from 'preact/hooks'
import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { belongs } from '../data/columns.ts'
import { showToast } from '../ui/toast.tsx'
import { useTooLong } from '../ui/use-too-long.tsx'
import { useBoard } from './board-context.ts'
import type { Filter } from './filter.ts'
import type { Lane } from './use-lanes.ts'

interface QuickAddProps {
  lane: Lane
  filter: Filter
  /** Whether the end of the column has not been fetched, so that the new card is not visible. */
  hasMore: boolean
}

/** A field at the foot of a column: Enter adds a task there. */
export function QuickAdd({ lane, filter, hasMore }: QuickAddProps) {
  const { projectId, add } = useBoard()
  const [text, setText] = useState('')
  // a failed add keeps its idempotency key: if the task was created after all, a retry does not create a second one
  const failed = useRef<{ label: string; key: string } | undefined>(undefined)

  const label = text.trim()
  const { isTooLong, attributes, note } = useTooLong(label, maxLabelCharacters)

  const submit = async () => {
    if (label === '' || isTooLong) return
    setText('')
    const key = failed.current?.label === label ? failed.current.key : crypto.randomUUID()
    failed.current = undefined
    try {
      const task = await add(label, lane.id, key)
      if (!belongs(task, { projectId, laneId: lane.id, ...filter }))
        showToast(`Added “${label}”. The filter hides it.`)
      else if (hasMore) showToast(`Added “${label}” at the end of ${lane.label}.`)
    } catch {
      // the board has already shown the error
      failed.current = { label, key }
      setText((now) => (now === '' ? label : now))
    }
  }
  return (
    <form
      class="quick-add"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <input
        aria-label={`Add a task to ${lane.label}`}
        placeholder="Add a task"
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
