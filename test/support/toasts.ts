import type { Page } from 'playwright-core'

/** Which fields, or which focused element, the messages cover; each by its name. */
export const covered = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const root = document.querySelector('dialog[open]') ?? document
    const toasts = [...root.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect())
    const focused = document.activeElement
    const others = [...root.querySelectorAll('input, textarea, select')].filter((field) => field.checkVisibility())
    if (focused && !focused.matches('body, main, dialog') && !focused.closest('.toasts')) others.push(focused)
    return others.filter((other) => {
      const box = other.getBoundingClientRect()
      return toasts.some((toast) => box.left < toast.right && toast.left < box.right &&
        box.top < toast.bottom && toast.top < box.bottom)
    }).map((other) => other.getAttribute('aria-label') ?? other.outerHTML)
  })()`)
