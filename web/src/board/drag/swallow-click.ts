/** How long after the release a click may come, in milliseconds: a browser may report a finger's tap a little later. */
const lateMs = 500

/**
 * Suppresses the click that follows a drop, so that it does not open the card under the pointer. A browser may report a
 * finger's press as a mouse's, too, after its release: that takes the focus from nothing.
 */
export function swallowClick(): void {
  const ended = new AbortController()
  const end = () => {
    ended.abort()
  }
  const options = { capture: true, signal: ended.signal }
  const keepFocus = (event: Event) => {
    event.preventDefault()
  }
  const swallow = (event: MouseEvent) => {
    if (event.detail === 0) return // a key's
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, options)
  addEventListener('mousedown', keepFocus, options)
  addEventListener('pointerdown', end, options) // the next click is that of a new press
  setTimeout(end, lateMs)
}
