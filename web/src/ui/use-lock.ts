import { useRef } from 'preact/hooks'

/** Prevents an action from starting while it is already running. */
interface Lock {
  /** Takes the lock. Returns whether it was free. */
  take: () => boolean
  free: () => void
}

/** A lock that takes effect at once, without a render: a second click may come before the first one is rendered. */
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
