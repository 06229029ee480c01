import { useEffect } from 'preact/hooks'

const ask = (event: BeforeUnloadEvent) => {
  event.preventDefault()
}
const guards = new Set<symbol>()

/** Lets the browser ask before the page goes away, until the guard that this returns is ended. */
export function guardUnload(): () => void {
  const guard = Symbol('guard')
  guards.add(guard)
  addEventListener('beforeunload', ask) // once, however often it is added
  return () => {
    guards.delete(guard)
    if (guards.size === 0) removeEventListener('beforeunload', ask)
  }
}

/** Lets the browser ask before the page goes away while something that a person has written is not saved. */
export function useUnloadGuard(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? guardUnload() : undefined), [isUnsaved])
}
