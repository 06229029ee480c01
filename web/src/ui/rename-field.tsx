import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { useTooLong } from './use-too-long.tsx'

interface RenameFieldProps {
  /** The accessible name of the field. */
  name: string
  label: string
  /** Whether Escape accepts the name, too, where all that is typed is saved. Otherwise it cancels. */
  isSavedByEscape?: boolean
  /** Called once, with the new label, or undefined if unchanged. `isByKey`: ended by Enter or Escape. */
  onDone: (label: string | undefined, isByKey: boolean) => void
}

/** A field for a new name. Enter or leaving the field accepts it, Escape cancels. Too long a name is not accepted. */
export function RenameField({ name, label, isSavedByEscape = false, onDone }: RenameFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  const [text, setText] = useState(label)
  const next = text.trim()
  const { isTooLong, attributes, note } = useTooLong(next, maxLabelCharacters)
  // at once, so that what a person types next is not lost
  useLayoutEffect(() => {
    input.current?.select()
  }, [])
  const finish = (name: string, isByKey: boolean) => {
    if (isDone.current) return
    isDone.current = true
    onDone(name === '' || name === label ? undefined : name, isByKey)
  }
  return (
    <div class="rename-field">
      <input
        ref={input}
        dir="auto"
        aria-label={name}
        value={text}
        autoComplete="off"
        onInput={(event) => {
          setText(event.currentTarget.value)
        }}
        onBlur={() => {
          if (!isTooLong) finish(next, false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          const isAccepted = !isTooLong && (event.key === 'Enter' || isSavedByEscape)
          if (isAccepted) finish(next, true)
          else if (event.key === 'Escape') finish(label, true)
        }}
        {...attributes}
      />
      {note}
    </div>
  )
}
