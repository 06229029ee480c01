import { keysOf } from './keys.ts'

/** The keys of a shortcut. */
export function ShortcutKeys({ keys }: { keys: string }) {
  const parts = keysOf(keys)
  return (
    <span class="shortcut-keys">
      <span class="visually-hidden">{parts.map(({ told }) => told).join(' + ')}</span>
      {parts.map(({ shown }) => (
        <kbd key={shown} aria-hidden="true">
          {shown}
        </kbd>
      ))}
    </span>
  )
}
