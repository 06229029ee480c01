/** An element that is being rendered anew may come, or lose the focus, some frames later. */
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
