import { useId } from 'preact/hooks'
import { useMay } from '../data/api.ts'
import { needsWrite } from './words.ts'

interface WriteButtonProps {
  label: string
  onClick: () => void
  class?: string
  /** Whether it cannot be used now, for another reason than the scope. */
  isDisabled?: boolean
  /** The accessible name, where the label alone does not say which. */
  name?: string
}

/** A button for what needs the scope write. Without it, the button is disabled and says why. */
export function WriteButton({ label, onClick, isDisabled = false, name, ...rest }: WriteButtonProps) {
  const mayWrite = useMay('write')
  const id = useId()
  return (
    <>
      <button
        type="button"
        {...rest}
        aria-label={name}
        aria-disabled={!mayWrite || isDisabled}
        title={mayWrite ? undefined : needsWrite}
        aria-describedby={mayWrite ? undefined : id}
        onClick={() => {
          if (mayWrite && !isDisabled) onClick()
        }}
      >
        {label}
      </button>
      {!mayWrite && (
        <span id={id} hidden>
          {needsWrite}
        </span>
      )}
    </>
  )
}

/** Says once per view why its writes are disabled; nothing when the token may write. */
export function WriteNote() {
  return useMay('write') ? null : <p class="muted">Changes need the scope write, which your token lacks.</p>
}
