import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  title: string
  /** What will happen, and what will not. */
  text: ComponentChildren
  /** The words on the button that does it. */
  action: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone, or not easily. */
export function Confirm({ title, text, action, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div class="dialog-actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {action}
        </button>
      </div>
    </Dialog>
  )
}
