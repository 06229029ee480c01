import { useState } from 'preact/hooks'
import { Dialog } from './dialog.tsx'

const choices = [
  { hours: 0, label: 'Not at all: it is known to the wrong people' },
  { hours: 1, label: '1 hour' },
  { hours: 24, label: '1 day' },
  { hours: 168, label: '7 days' },
] as const

interface RotateDialogProps {
  /** What is replaced: "URL". */
  what: string
  /** What will happen. */
  text: string
  onRotate: (oldValidHours: number) => void
  onClose: () => void
}

/** Asks how long the old secret or URL stays valid, and replaces it. */
export function RotateDialog({ what, text, onRotate, onClose }: RotateDialogProps) {
  const [hours, setHours] = useState(24)
  return (
    <Dialog title={`Replace the ${what}?`} onClose={onClose}>
      <p>{text}</p>
      <label class="field">
        <span>How long the old {what} still works</span>
        <select
          value={hours}
          onChange={({ currentTarget }) => {
            setHours(Number(currentTarget.value))
          }}
        >
          {choices.map((choice) => (
            <option key={choice.hours} value={choice.hours} selected={choice.hours === hours}>
              {choice.label}
            </option>
          ))}
        </select>
      </label>
      <div class="dialog-actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class="primary"
          onClick={() => {
            onClose()
            onRotate(hours)
          }}
        >
          Replace the {what}
        </button>
      </div>
    </Dialog>
  )
}
