import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { yours } from './yours.ts'
import { useMay, type Scope } from '../data/api.ts'
import { useId } from './use-id.ts'

/** The scope that changes in a view need, besides the one that shows it. */
export const ChangeScope = createContext<Scope>('write')

/** Whether the token may change what a view shows, as a hook. */
export const useMayChange = (): boolean => useMay(useContext(ChangeScope))

interface ChangeButtonProps {
  label: string
  onClick: () => void
  class?: string
  /** Whether it cannot be used now for a reason other than the scope. */
  isDisabled?: boolean
  /** The accessible name, if the label alone is ambiguous. */
  name?: string
}

/** A button for a change. Without the scope for it, the button is disabled and says why. */
export function ChangeButton({ label, onClick, isDisabled = false, name, ...rest }: ChangeButtonProps) {
  const scope = useContext(ChangeScope)
  const mayChange = useMayChange()
  const id = useId()
  const reason = `This needs the scope ${scope}, which ${yours('role')} lacks.`
  return (
    <>
      <button
        type="button"
        {...rest}
        aria-label={name}
        aria-disabled={!mayChange || isDisabled}
        title={mayChange ? undefined : reason}
        aria-describedby={mayChange ? undefined : id}
        onClick={() => {
          if (mayChange && !isDisabled) onClick()
        }}
      >
        {label}
      </button>
      {!mayChange && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </>
  )
}

/** Says once per view why its changes are disabled; nothing when the token may change it. */
export function ChangeNote() {
  const scope = useContext(ChangeScope)
  return useMayChange() ? null : (
    <p class="muted">
      Changes need the scope {scope}, which {yours('role')} lacks.
    </p>
  )
}
