import { useState } from 'preact/hooks'
import { Confirm } from './confirm.tsx'
import { Choice } from './setting-fields.tsx'

/** By the hours. */
const choices = [
  { id: '0', label: 'Not at all: it is known to the wrong people' },
  { id: '1', label: '1 hour' },
  { id: '24', label: '1 day' },
  { id: '168', label: '7 days' },
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
  const [hours, setHours] = useState('24')
  return (
    <Confirm
      title={`Replace the ${what}?`}
      text={text}
      action={`Replace the ${what}`}
      tone="primary"
      onConfirm={() => {
        onRotate(Number(hours))
      }}
      onClose={onClose}
    >
      <Choice
        name={`How long the old ${what} still works`}
        value={hours}
        options={choices}
        onEdit={setHours}
      />
    </Confirm>
  )
}
