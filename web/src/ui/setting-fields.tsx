import { useMayChange } from './change.tsx'
import { useId } from './use-id.ts'

interface TextProps {
  name: string
  hint?: string
  type?: 'text' | 'number' | 'password' | 'url' | 'date' | 'time' | 'datetime-local'
  /** With it, the field has several lines. */
  rows?: number
  placeholder?: string
  /** Values that are offered while one types; any other is taken too. */
  offers?: readonly string[]
  value: string
  /** What is wrong with the value. */
  problem?: string | undefined
  onEdit: (value: string) => void
}

/** A setting as text. It is read-only without the scope for changes. */
export function Text({
  name,
  hint,
  rows,
  type = 'text',
  placeholder,
  offers,
  value,
  problem,
  onEdit,
}: TextProps) {
  const mayChange = useMayChange()
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`]
  const attributes = {
    value,
    placeholder,
    readOnly: !mayChange,
    dir: 'auto' as const,
    autoComplete: type === 'password' ? 'new-password' : 'off',
    spellcheck: false,
    'aria-invalid': problem !== undefined,
    'aria-describedby': described.filter((part) => part !== false).join(' ') || undefined,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      onEdit(currentTarget.value)
    },
  }
  return (
    <div class="field-with-hint">
      <label class="field">
        <span>{name}</span>
        {rows === undefined ? (
          <input type={type} list={offers && `${id}-offers`} {...attributes} />
        ) : (
          <textarea rows={rows} {...attributes} />
        )}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="muted">
          {hint}
        </p>
      )}
      {offers && (
        <datalist id={`${id}-offers`}>
          {offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      )}
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  )
}

/** What is wrong with a setting, beside it. */
export const Problem = ({ id, text }: { id: string; text: string | undefined }) =>
  text === undefined ? null : (
    <p id={id} class="too-long">
      {text}
    </p>
  )

interface ChoiceProps {
  name: string
  value: string
  options: readonly { id: string; label: string }[]
  hint?: string
  /** What is wrong with what is chosen. */
  problem?: string | undefined
  onEdit: (id: string) => void
}

/** A setting of which one is chosen. */
export function Choice({ name, value, options, hint, problem, onEdit }: ChoiceProps) {
  const mayChange = useMayChange()
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && id]
  const field = (
    <label class="field">
      <span>{name}</span>
      <select
        value={value}
        disabled={!mayChange}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={described.filter((part) => part !== false).join(' ') || undefined}
        onChange={({ currentTarget }) => {
          onEdit(currentTarget.value)
        }}
      >
        {options.map((option) => (
          <option key={option.id} value={option.id} selected={option.id === value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
  return hint === undefined && problem === undefined ? (
    field
  ) : (
    <div class="field-with-hint">
      {field}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="muted">
          {hint}
        </p>
      )}
      <Problem id={id} text={problem} />
    </div>
  )
}

/** The fields of a draft that hold any text. */
type TextField<D> = {
  [F in keyof D]-?: string extends D[F] ? (D[F] extends string ? F : never) : never
}[keyof D]

/**
 * Returns a function that ties a setting to one text of a draft: its value, and what an edit of it changes.
 * @param onEdit takes the fields that were edited
 */
export const textsOf =
  <D extends object>(draft: D, onEdit: (changes: Partial<D>) => void) =>
  (field: TextField<D>) => ({
    value: draft[field] as string, // such a field holds one
    onEdit: (text: string) => {
      onEdit({ [field]: text } as Partial<D>) // as above
    },
  })
