import { useEffect, useRef } from 'preact/hooks'

/**
 * Returns a function that calls `collapse` once the pointer is up: a press that takes the focus away must not move what it
 * is on before it has become a click.
 */
export function useCollapse(collapse: () => void): () => void {
  const isDown = useRef(false)
  const latest = useRef(collapse)
  latest.current = collapse
  const isWaiting = useRef(false)
  useEffect(() => {
    const down = () => {
      isDown.current = true
    }
    const up = () => {
      isDown.current = false
      if (!isWaiting.current) return
      isWaiting.current = false
      // the click comes after the pointer is up
      setTimeout(() => {
        latest.current()
      })
    }
    addEventListener('pointerdown', down, true)
    addEventListener('pointerup', up, true)
    addEventListener('pointercancel', up, true)
    return () => {
      removeEventListener('pointerdown', down, true)
      removeEventListener('pointerup', up, true)
      removeEventListener('pointercancel', up, true)
    }
  }, [])
  return () => {
    if (isDown.current) isWaiting.current = true
    else latest.current()
  }
}
