import { useState } from 'preact/hooks'

let count = 0

/** An id that no other element of the page has, as a hook. Preact's own gives one twice where a view shows tools in the header. */
export function useId(): string {
  const [id] = useState(() => {
    count += 1
    return `id-${count}`
  })
  return id
}
