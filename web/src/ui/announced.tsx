import { useRef } from 'preact/hooks'
import { announcements } from './announce.ts'
import { useValue } from '../data/use-value.ts'

/**
 * The announcements, for screen readers only. Each is put where it can be heard: in the topmost dialog, or in the page.
 * @param isTop whether that is here
 */
export function Announced({ isTop }: { isTop: boolean }) {
  const all = useValue(announcements)
  // earlier announcements were made elsewhere
  const seen = useRef(all.at(-1)?.id ?? 0)
  const own = useRef(new Set<number>())
  for (const { id } of all) {
    if (id > seen.current && isTop) own.current.add(id)
    seen.current = Math.max(seen.current, id)
  }
  return (
    <div role="status" aria-atomic="false" class="visually-hidden">
      {all
        .filter(({ id }) => own.current.has(id))
        .map(({ id, text }) => (
          <p key={id} dir="auto">
            {text}
          </p>
        ))}
    </div>
  )
}
