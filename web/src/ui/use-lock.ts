import { useRef } from 'preact/hooks'

/** Lets something begin only when it is not under way. */
interface Lock {
  /** Takes the lock; answers whether it was free. */
  take: () => boolean
  free: () => void
}

/** A lock that holds at once: two clicks may come before a render shows that the first one did something. */
export function useLock(): Lock {
  const isTaken = useRef(false)
  const lock = useRef<Lock>({
    take: () => {
      if (isTaken.current) return false
      isTaken.current = true
      return true
    },
    free: () => {
      isTaken.current = false
    },
  })
  return lock.current
}
