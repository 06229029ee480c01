import { useEffect, useRef } from 'preact/hooks'

interface RenameFieldProps {
  /** What the field is called. */
  name: string
  label: string
  /** Called once, with the new label; undefined: it stays. `isByKey`: the focus was not taken elsewhere. */
  onDone: (label: string | undefined, isByKey: boolean) => void
}

/** A field for a new name: Enter, or leaving it, takes the name; Escape does not. */
export function RenameField({ name, label, onDone }: RenameFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useEffect(() => {
    input.current?.select()
  }, [])
  const finish = (text: string, isByKey: boolean) => {
    if (isDone.current) return
    isDone.current = true
    const next = text.trim()
    onDone(next === '' || next === label ? undefined : next, isByKey)
  }
  return (
    <input
      ref={input}
      aria-label={name}
      defaultValue={label}
      maxLength={500}
      autoComplete="off"
      onBlur={(event) => {
        finish(event.currentTarget.value, false)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        finish(event.key === 'Enter' ? event.currentTarget.value : label, true)
      }}
    />
  )
}
