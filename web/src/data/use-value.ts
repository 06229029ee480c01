import type { ReadonlySignal } from '@preact/signals-core'
import { useSyncExternalStore } from 'preact/compat'
import { useCallback } from 'preact/hooks'

/** The value of a signal in a component, which renders again when it changes. */
export function useValue<T>(signal: ReadonlySignal<T>): T {
  const subscribe = useCallback((listener: () => void) => signal.subscribe(listener), [signal])
  return useSyncExternalStore(subscribe, () => signal.value)
}
