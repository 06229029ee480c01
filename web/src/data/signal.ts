import { useSyncExternalStore } from 'preact/compat'

/** A value outside the component tree. Components that call `use` render again when it changes. */
export function signalOf<T>(first: T) {
  let value = first
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const get = () => value
  return {
    get,
    /** Calls a listener after each change, until the returned function is called. */
    subscribe,
    set: (next: T) => {
      value = next
      for (const listener of listeners) listener()
    },
    use: (): T => useSyncExternalStore(subscribe, get),
    /** What a component needs of the value: it renders again only when that changes. */
    useOf: <S>(select: (value: T) => S): S => useSyncExternalStore(subscribe, () => select(value)),
  }
}
