import { computed, type ReadonlySignal } from '@preact/signals-core'
import { useSyncExternalStore } from 'preact/compat'
import { type Inputs, useCallback, useMemo } from 'preact/hooks'

/** The value of a signal in a component, which renders again when it changes. */
export function useValue<T>(signal: ReadonlySignal<T>): T {
  const subscribe = useCallback((listener: () => void) => signal.subscribe(listener), [signal])
  return useSyncExternalStore(subscribe, () => signal.value)
}

/** A value that is computed from signals, in a component: it renders again only when this value changes. */
export function useComputed<T>(compute: () => T, inputs: Inputs): T {
  return useValue(useMemo(() => computed(compute), inputs))
}
