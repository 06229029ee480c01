import { useId } from 'preact/hooks'
import { useMay } from '../data/api.ts'

interface TextProps {
  name: string
  hint?: string
  type?: 'text' | 'number' | 'password'
  /** With it, the field has several lines. */
  rows?: number
  placeholder?: string
  value: string
  onEdit: (value: string) => void
}

/** A setting as text. It is read-only without the scope write. */
export function Text({ name, hint, rows, type = 'text', placeholder, value, onEdit }: TextProps) {
  const mayWrite = useMay('write')
  const id = useId()
  const attributes = {
    value,
    placeholder,
    readOnly: !mayWrite,
    dir: 'auto' as const,
    autoComplete: type === 'password' ? 'new-password' : 'off',
    spellcheck: false,
    'aria-describedby': hint === undefined ? undefined : id,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      onEdit(currentTarget.value)
    },
  }
  return (
    <div class="field-with-hint">
      <label class="field">
        <span>{name}</span>
        {rows === undefined ? (
          <input type={type} {...attributes} />
        ) : (
          <textarea rows={rows} {...attributes} />
        )}
      </label>
      {hint !== undefined && (
        <p id={id} class="muted">
          {hint}
        </p>
      )}
    </div>
  )
}

interface ChoiceProps {
  name: string
  value: string
  options: readonly { id: string; label: string }[]
  onEdit: (id: string) => void
}

/** A setting of which one is chosen. */
export function Choice({ name, value, options, onEdit }: ChoiceProps) {
  const mayWrite = useMay('write')
  return (
    <label class="field">
      <span>{name}</span>
      <select
        value={value}
        disabled={!mayWrite}
        onChange={({ currentTarget }) => {
          onEdit(currentTarget.value)
        }}
      >
        {options.map(({ id, label }) => (
          <option key={id} value={id} selected={id === value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
