/** How long a view may take to appear, in milliseconds. */
const patienceMs = 5000

/**
 * Focuses an element as soon as it is in the page, and no dialog is open over it.
 * @param then what is done with it after that
 */
export function focusWhenThere(selector: string, then?: (element: HTMLElement) => void): void {
  const take = (element: HTMLElement | null) => {
    element?.focus()
    if (element) then?.(element)
  }
  const find = () =>
    document.querySelector('dialog[open]') ? null : document.querySelector<HTMLElement>(selector)
  const found = find()
  if (found) {
    take(found)
    return
  }
  const seen = new MutationObserver(() => {
    if (!find()) return
    stop()
    // a view that has just appeared takes the focus first
    requestAnimationFrame(() =>
      setTimeout(() => {
        take(find())
      }),
    )
  })
  const stop = () => {
    clearTimeout(timer)
    seen.disconnect()
  }
  const timer = setTimeout(stop, patienceMs)
  seen.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
}

const quickAdd = '.quick-add input'

/** Focuses the field for a new task: of the lane that has the focus, or of the first one as soon as it is there. */
export function focusQuickAdd(): void {
  const field = document.activeElement?.closest('.column')?.querySelector<HTMLElement>(quickAdd)
  if (field) field.focus()
  else focusWhenThere(quickAdd)
}

/** An element that is being rendered again may come, or lose the focus, some frames later. */
const frames = 20

/**
 * Focuses an element as soon as it is there, and keeps the focus on it until the page has been rendered. A person who
 * focuses something else in the meantime stays there.
 */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
  let left = frames
  let last: HTMLElement | null | undefined
  const attempt = () => {
    const active = document.activeElement
    const isElsewhere = last && active !== last && active !== document.body
    if (isElsewhere || (left -= 1) < 0) return
    const element = find()
    if (element && element !== active) element.focus()
    last = element ?? last
    requestAnimationFrame(attempt)
  }
  attempt()
}

/** Focuses the next element of a list, or the one before it. The first one comes after the last. */
export function stepFocus(list: readonly HTMLElement[], by: 1 | -1): void {
  const index = list.findIndex((entry) => entry === document.activeElement)
  list.at((index + by) % list.length)?.focus()
}
