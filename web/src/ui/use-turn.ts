import { useLayoutEffect, useState } from 'preact/hooks'

/**
 * Whether a part may be drawn, as a hook. It is drawn in a task of its own, after what is around it, so that the page answers
 * presses in between.
 * @param isLarge whether the part takes long; others are drawn at once
 */
export function useTurn(isLarge = true): boolean {
  const [isDue, setDue] = useState(!isLarge)
  useLayoutEffect(() => {
    if (isDue) return
    const timer = setTimeout(setDue, 0, true)
    return () => {
      clearTimeout(timer)
    }
  }, [])
  return isDue
}
