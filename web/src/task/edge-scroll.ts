/** How near to an edge a pointer scrolls, and how far in a frame, in pixels. */
const zone = 56
const step = 10

/** Scrolls the dialog around an element while the pointer is near its upper or lower edge. */
export function edgeScroll(element: Element) {
  const area = element.closest('dialog') ?? document.documentElement
  const start = area.scrollTop
  let frame: number | undefined
  const stop = () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
  }
  return {
    stop,
    /** How far it has been scrolled since the beginning, in pixels. */
    travelled: () => area.scrollTop - start,
    /** Follows the pointer; `onScroll` is called after each step. */
    towards: (y: number, onScroll: () => void) => {
      stop()
      const { top, bottom } = area.getBoundingClientRect()
      const way = y < top + zone ? -step : y > bottom - zone ? step : 0
      if (way === 0) return
      const run = () => {
        const before = area.scrollTop
        area.scrollTop += way
        onScroll()
        frame = area.scrollTop === before ? undefined : requestAnimationFrame(run)
      }
      frame = requestAnimationFrame(run)
    },
  }
}
