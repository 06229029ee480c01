import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  title: string
  /** What will happen. */
  text: ComponentChildren
  /** What the person can choose about it. */
  children?: ComponentChildren
  /** The label of the confirming button. */
  action: string
  /** How that button looks. */
  tone?: 'danger' | 'primary'
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation of an action that cannot be undone easily. */
export function Confirm({
  title,
  text,
  children,
  action,
  tone = 'danger',
  onConfirm,
  onClose,
}: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      {children}
      <div class="dialog-actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class={tone}
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
