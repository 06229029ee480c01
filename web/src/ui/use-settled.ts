import { useEffect, useState } from 'preact/hooks'

/** A text once it has not changed for a time, in milliseconds, as a hook. An empty one counts at once. */
export function useSettled(text: string, quietMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text)
    }, quietMs)
    return () => {
      clearTimeout(timer)
    }
  }, [text, quietMs])
  return text === '' ? '' : settled
}
