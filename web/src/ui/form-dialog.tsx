import type { ComponentChildren, Ref } from 'preact'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'

interface FormDialogProps {
  title: string
  /** What the person enters. */
  children: ComponentChildren
  /** Why nothing was sent, or what the service refused; empty: nothing is wrong. */
  problem: string
  /** The label of the button that sends the form. */
  action: string
  /** The label of the button that closes the dialog. */
  cancel?: string
  isPending?: boolean
  form?: Ref<HTMLFormElement>
  onSubmit: () => void
  onClose: () => void
}

/** A dialog that asks for something. What is wrong is said above its buttons, by us and not by the browser. */
export function FormDialog({
  title,
  children,
  problem,
  action,
  cancel = 'Cancel',
  isPending,
  form = null,
  onSubmit,
  onClose,
}: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={form}
        class="settings"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
        <Problem text={problem} />
        <div class="dialog-actions">
          <button type="button" onClick={onClose}>
            {cancel}
          </button>
          <button type="submit" class="primary" aria-disabled={isPending}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
