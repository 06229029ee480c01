import { useEffect, useRef, useState } from 'preact/hooks'

/** How long an old text stays while the new one is being found out, in milliseconds. */
const patienceMs = 1000

/**
 * A text that does not flicker, as a hook: while the next one is being found out, the last one stays for a while, and only then
 * `text` says that it takes longer.
 * @param isFinding whether `text` only says that the next one is being found out
 */
export function useSteady(text: string, isFinding: boolean): string {
  const last = useRef('')
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!isFinding) return
    const timer = setTimeout(() => {
      setLate(true)
    }, patienceMs)
    return () => {
      clearTimeout(timer)
    }
  }, [isFinding])
  if (!isFinding) last.current = text
  return isFinding && !isLate ? last.current : text
}
