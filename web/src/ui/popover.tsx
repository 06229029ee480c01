import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useId } from './use-id.ts'

interface PopoverProps {
  /** The accessible name of the button and of the panel. */
  label: string
  /** The class of the button; the panel's is `popover`. */
  class: string
  /** What the button shows. */
  face: ComponentChildren
  /** The side of the button that the panel is aligned to. */
  side: 'start' | 'end'
  /** What the panel shows, while it is open. A click on a link closes it. */
  children: (close: () => void) => ComponentChildren
}

/**
 * A button that opens a panel below it, based on the browser's own popovers: Escape and a press outside close it, and
 * the focus returns to the button.
 */
export function Popover({ label, class: name, face, side, children }: PopoverProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    panel.current?.hidePopover()
  }
  useEffect(() => {
    if (!isOpen) return
    const move = () => {
      place(panel.current, button.current, side)
    }
    move()
    addEventListener('resize', move)
    return () => {
      removeEventListener('resize', move)
    }
  }, [isOpen, side])
  return (
    <>
      <button
        ref={button}
        type="button"
        class={name}
        aria-label={label}
        aria-expanded={isOpen}
        title={label}
        popovertarget={id}
      >
        {face}
      </button>
      <div
        ref={panel}
        id={id}
        class="popover"
        popover="auto"
        role="dialog"
        aria-label={label}
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
        }}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a')) close()
        }}
        onFocusOut={({ relatedTarget }) => {
          // not by a press: it closes the panel itself
          if (relatedTarget instanceof Node && !panel.current?.contains(relatedTarget)) close()
        }}
      >
        {isOpen && children(close)}
      </div>
    </>
  )
}

/** Places the panel below the button, inside the window. */
function place(panel: HTMLElement | null, button: HTMLElement | null, side: 'start' | 'end'): void {
  if (!panel || !button) return
  const anchor = button.getBoundingClientRect()
  const { width } = panel.getBoundingClientRect()
  const isLeft = (side === 'start') === (getComputedStyle(button).direction === 'ltr')
  const left = isLeft ? anchor.left : anchor.right - width
  panel.style.top = `${anchor.bottom + 4}px`
  panel.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
}
