import { useState } from 'preact/hooks'
import { Dialog } from '../ui/dialog.tsx'

const choices = [
  { hours: 0, label: 'Not at all: it is known to the wrong people' },
  { hours: 1, label: '1 hour' },
  { hours: 24, label: '1 day' },
  { hours: 168, label: '7 days' },
] as const

interface RotateDialogProps {
  onRotate: (oldValidHours: number) => void
  onClose: () => void
}

/** Asks how long the URL before stays valid, and replaces it. */
export function RotateDialog({ onRotate, onClose }: RotateDialogProps) {
  const [hours, setHours] = useState(24)
  return (
    <Dialog title="Replace the URL?" onClose={onClose}>
      <p>The form gets a new URL. While the old one still works, change it where your form is sent from.</p>
      <label class="field">
        <span>How long the old URL still works</span>
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
          Replace the URL
        </button>
      </div>
    </Dialog>
  )
}
