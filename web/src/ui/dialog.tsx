import type { ComponentChildren, TargetedMouseEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { openPlace } from './focus-place.ts'
import { openDialogs } from './messages.ts'
import { Toasts } from './toast.tsx'
import { useId } from './use-id.ts'

interface DialogProps {
  /** Read aloud when the dialog opens. */
  title: string
  onClose: () => void
  children: ComponentChildren
  /** What the header shows; the title by default. It stays in view. */
  header?: ComponentChildren
  /** Its own class, beside `dialog`. */
  class?: string
  /** Whether entries in it are saved at once, or `onClose` asks first. */
  savesItself?: boolean
  /** Whether it opens by itself, while a person may be typing: then no key that is meant for a field chooses anything. */
  opensItself?: boolean
}

/** What a dialog may ask for. One that asks for something begins in its first field. */
const fields = ':is(input, select, textarea):not([readonly], :disabled, [type=radio]:not(:checked))'

/** Whether a press is beside a dialog: the browser counts the area around it as a part of the dialog. */
function isBeside({
  currentTarget,
  target,
  clientX,
  clientY,
}: TargetedMouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}

/**
 * A modal dialog, based on the browser's own `dialog` element: it keeps the focus inside and closes on Escape. A click beside
 * it closes it, too, unless what was entered would be lost. On closing, the focus returns to the element that had it, or to
 * what stands next if that element no longer exists. Its header and its `dialog-actions` stay in view while it scrolls.
 */
export function Dialog({
  title,
  onClose,
  children,
  header,
  savesItself = false,
  opensItself = false,
  ...rest
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [self] = useState(() => Symbol(title))
  const isTouched = useRef(false)
  const isPressedBeside = useRef(false)
  useEffect(() => {
    const opener = openPlace(document.activeElement)
    const element = dialog.current
    element?.showModal()
    if (!savesItself && !opensItself) element?.querySelector<HTMLElement>(fields)?.focus()
    openDialogs.value = [...openDialogs.value, self]
    return () => {
      openDialogs.value = openDialogs.value.filter((other) => other !== self)
      element?.close()
      opener.focus()
      opener.end()
    }
  }, [self])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      class={rest.class === undefined ? 'dialog' : `dialog ${rest.class}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onInputCapture={() => {
        isTouched.current = !savesItself
      }}
      onMouseDown={(event) => {
        isPressedBeside.current = isBeside(event)
      }}
      onClick={(event) => {
        if (isPressedBeside.current && isBeside(event) && !isTouched.current) onClose()
      }}
    >
      <header class="dialog-header">
        <h2 id={id} class={header === undefined ? undefined : 'visually-hidden'} dir="auto">
          {title}
        </h2>
        {header}
        <button
          type="button"
          class="icon-button dialog-close"
          aria-label="Close"
          title="Close"
          autoFocus
          onClick={onClose}
        >
          <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4 4 8 8M12 4l-8 8" />
          </svg>
        </button>
      </header>
      {children}
      <Toasts dialog={self} />
    </dialog>
  )
}
