import { signal } from '@preact/signals-core'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Something that a view offers while it is shown. */
interface Entry<A extends unknown[]> {
  /** What it does, such as "Add a task". */
  name: string
  run: (...args: A) => void
}

/** A list of what the views that are shown offer. */
export function registryOf<A extends unknown[], T extends Entry<A>>() {
  const all = signal<readonly T[]>([])

  /** Adds entries while a component is shown. The list may change with each render. */
  function useEntries(list: readonly T[]): void {
    const current = useRef(list)
    current.current = list
    // without the functions: those are looked up when they run
    const identity = JSON.stringify(list)
    // with the render: the next key may come before the page is painted
    useLayoutEffect(() => {
      const own = current.current.map((entry, index) => ({
        ...entry,
        run: (...args: A): void => {
          current.current[index]?.run(...args)
        },
      }))
      all.value = [...all.value, ...own]
      return () => {
        all.value = all.value.filter((entry) => !own.includes(entry))
      }
    }, [identity])
  }

  return { all, useEntries }
}
