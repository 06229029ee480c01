import { useLayoutEffect } from 'preact/hooks'
import { placeOf, wayOf, type Box } from './toast-place.ts'

/** The least distance of a message from the edges of the window, in pixels. */
const margin = 12

/** How often the place is checked, in milliseconds: fields also move without an event, as a list above them grows. */
const checkMs = 200

/** What is to be used or pressed while a message is shown: fields, the buttons of a dialog, what is done with a selection. */
const fieldSelector =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], .dialog-actions button, .select-bar'

const isInWindow = ({ left, top, width, height }: Box) =>
  width > 2 && height > 2 && left < innerWidth && top < innerHeight && left + width > 0 && top + height > 0

/** What a message in an element should not cover. In a dialog, only what is in the dialog can be used. */
function surroundingsOf(element: HTMLElement) {
  const root = element.closest('dialog') ?? document
  const fields = [...root.querySelectorAll<HTMLElement>(fieldSelector)]
    .filter((field) => !element.contains(field) && field.checkVisibility())
    .map((field) => field.getBoundingClientRect())
    .filter(isInWindow)
  const { activeElement } = document
  const hasFocus =
    activeElement !== null && activeElement !== document.body && !activeElement.matches('main, dialog')
  const focused =
    hasFocus && !element.contains(activeElement) ? activeElement.getBoundingClientRect() : undefined
  const header = document.querySelector('.top')?.getBoundingClientRect()
  const top = Math.max(0, header?.bottom ?? 0) + margin
  const free = {
    left: margin,
    top,
    width: document.documentElement.clientWidth - 2 * margin,
    height: innerHeight - top - margin,
  }
  return { free, focused, fields }
}

/**
 * Keeps an element with messages at the lower edge, or at the upper one where it covers less of what is used, even when that
 * changes. It does not move while it covers nothing, or while the pointer or the focus is in it.
 * @param isShown whether there is a message
 * @param version changes with the messages
 */
export function useToastPlace(
  ref: { readonly current: HTMLElement | null },
  isShown: boolean,
  version: unknown,
): void {
  useLayoutEffect(() => {
    const { current: element } = ref
    if (!element || !isShown) return
    let frame = 0
    const settle = () => {
      const { width, height } = element.getBoundingClientRect()
      const around = surroundingsOf(element)
      const { left, top } = placeOf({ width, height }, around)
      element.style.left = `${left}px`
      element.style.top = `${top}px`
    }
    const check = () => {
      frame = 0
      const box = element.getBoundingClientRect()
      const isInside = box.right <= innerWidth && box.bottom <= innerHeight
      const isInUse = element.matches(':hover') || element.contains(document.activeElement)
      if (isInside && (isInUse || wayOf(box, surroundingsOf(element)) === 0)) return
      settle()
    }
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(check)
    }
    // before it is painted: to measure at once would compute a layout that the rest of this change makes void
    frame = requestAnimationFrame(() => {
      frame = 0
      settle()
    })
    const sizes = new ResizeObserver(soon)
    sizes.observe(element)
    const ending = new AbortController()
    const { signal } = ending
    for (const event of ['focusin', 'resize']) addEventListener(event, soon, { signal })
    addEventListener('scroll', soon, { signal, capture: true, passive: true })
    const timer = setInterval(soon, checkMs)
    return () => {
      clearInterval(timer)
      ending.abort()
      sizes.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [isShown, version])
}
