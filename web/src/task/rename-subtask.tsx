import { useEffect, useRef } from 'preact/hooks'

interface RenameSubtaskProps {
  label: string
  /** Called once, with the new name (undefined: it stays as it is), and whether a key has ended it. */
  onDone: (label: string | undefined, byKey: boolean) => void
}

/** The field for a subtask's new name: Enter, or leaving it, takes the name; Escape does not. */
export function RenameSubtask({ label, onDone }: RenameSubtaskProps) {
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useEffect(() => {
    input.current?.select()
  }, [])
  const finish = (text: string, byKey: boolean) => {
    if (isDone.current) return
    isDone.current = true
    const name = text.trim()
    onDone(name === '' || name === label ? undefined : name, byKey)
  }
  return (
    <input
      ref={input}
      class="subtask-name"
      aria-label={`Name of subtask ${label}`}
      defaultValue={label}
      autoComplete="off"
      onBlur={(event) => {
        finish(event.currentTarget.value, false)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        // Escape must not close the dialog, and Enter must not reach its form
        event.preventDefault()
        event.stopPropagation()
        finish(event.key === 'Enter' ? event.currentTarget.value : label, true)
      }}
    />
  )
}
