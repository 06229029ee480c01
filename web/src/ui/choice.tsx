import { useRef, useState } from 'preact/hooks'
import { useId } from './use-id.ts'

interface ChoiceProps {
  name: string
  /** Whether the name is for screen readers only, because a heading shows it already. */
  isNameHidden?: boolean
  value: string
  options: readonly { id: string; label: string }[]
  onChoose: (id: string, label: string) => void
}

/**
 * A choice from a list. What is chosen with the pointer counts at once; the keys of a closed list pass over many entries,
 * so their choice counts on Enter or when the field is left. Escape takes it back.
 */
export function Choice({ name, isNameHidden = false, value, options, onChoose }: ChoiceProps) {
  const hint = useId()
  const isByKey = useRef(false)
  const [held, setHeld] = useState<string>()
  const shown = held ?? value
  const labelOf = (id: string) => options.find((option) => option.id === id)?.label
  const commit = (id = held) => {
    setHeld(undefined)
    const label = id === undefined || id === value ? undefined : labelOf(id)
    if (id !== undefined && label !== undefined) onChoose(id, label)
  }
  return (
    <div class="field">
      <label class="field">
        <span class={isNameHidden ? 'visually-hidden' : undefined}>{name}</span>
        <select
          value={shown}
          dir="auto"
          aria-describedby={hint}
          onPointerDown={() => {
            isByKey.current = false
          }}
          onKeyDown={(event) => {
            isByKey.current = true
            if (held === undefined || (event.key !== 'Enter' && event.key !== 'Escape')) return
            event.preventDefault()
            event.stopPropagation()
            if (event.key === 'Enter') commit()
            else setHeld(undefined)
          }}
          onChange={({ currentTarget }) => {
            const chosen = options[currentTarget.selectedIndex]
            if (!chosen) return
            if (isByKey.current) setHeld(chosen.id)
            else commit(chosen.id)
          }}
          onBlur={() => {
            isByKey.current = false
            commit()
          }}
        >
          {options.map(({ id, label }) => (
            <option key={id} value={id} selected={id === shown}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p id={hint} role="status" class="muted choice-hint">
        {held !== undefined && held !== value && 'Enter confirms, Escape takes it back.'}
      </p>
    </div>
  )
}
