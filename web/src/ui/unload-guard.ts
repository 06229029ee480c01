import { useLayoutEffect } from 'preact/hooks'

const ask = (event: BeforeUnloadEvent) => {
  event.preventDefault()
}
const guards = new Set<symbol>()

/** Makes the browser ask before leaving the page, until the returned function is called. */
export function guardUnload(): () => void {
  const guard = Symbol('guard')
  guards.add(guard)
  addEventListener('beforeunload', ask) // adding the same listener again has no effect
  return () => {
    guards.delete(guard)
    if (guards.size === 0) removeEventListener('beforeunload', ask)
  }
}

/** Makes the browser ask before leaving the page while there are unsaved texts, from the moment that it shows them. */
export function useUnloadGuard(isUnsaved: boolean): void {
  useLayoutEffect(() => (isUnsaved ? guardUnload() : undefined), [isUnsaved])
}
