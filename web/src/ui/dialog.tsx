import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { openDialogs, Toasts } from './toast.tsx'

interface DialogProps {
  /** Read aloud when the dialog opens. */
  title: string
  onClose: () => void
  children: ComponentChildren
}

/**
 * A modal dialog, based on the browser's own `dialog` element: it keeps the focus inside and closes on Escape. On
 * closing, the focus returns to the element that had it, or to the view if that element no longer exists.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [self] = useState(() => Symbol(title))
  useEffect(() => {
    const opener = document.activeElement
    const element = dialog.current
    element?.showModal()
    openDialogs.set([...openDialogs.get(), self])
    return () => {
      openDialogs.set(openDialogs.get().filter((other) => other !== self))
      element?.close()
      const next =
        opener instanceof HTMLElement && opener.isConnected ? opener : document.querySelector('main')
      next?.focus()
    }
  }, [self])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      class="dialog"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header class="dialog-header">
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" onClick={onClose}>
          Close
        </button>
      </header>
      {children}
      <Toasts dialog={self} />
    </dialog>
  )
}
