import { useId } from 'preact/hooks'
import { Problem } from '../ui/setting-fields.tsx'

interface TimeFieldProps {
  name: string
  hint: string
  /** As the field has it: `2026-11-21T09:00`. */
  value: string
  problem: string | undefined
  onEdit: (value: string) => void
}

/** A point in time in local time. */
export function TimeField({ name, hint, value, problem, onEdit }: TimeFieldProps) {
  const id = useId()
  return (
    <div class="field-with-hint">
      <label class="field">
        <span>{name}</span>
        <input
          type="datetime-local"
          value={value}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-hint ${id}-problem`}
          onInput={({ currentTarget }) => {
            onEdit(currentTarget.value)
          }}
        />
      </label>
      <p id={`${id}-hint`} class="muted">
        {hint}
      </p>
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  )
}
