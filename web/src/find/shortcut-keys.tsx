import { isApple } from '../ui/shortcuts.ts'

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

const signs: Record<string, { shown: string; told: string }> = {
  mod: isApple ? { shown: '⌘', told: 'Command' } : { shown: 'Ctrl', told: 'Control' },
  ArrowUp: { shown: '↑', told: 'Up' },
  ArrowDown: { shown: '↓', told: 'Down' },
  ArrowLeft: { shown: '←', told: 'Left' },
  ArrowRight: { shown: '→', told: 'Right' },
  ' ': { shown: 'Space', told: 'Space' },
  '?': { shown: '?', told: 'question mark' },
  '/': { shown: '/', told: 'slash' },
  '.': { shown: '.', told: 'full stop' },
}

const shift = { shown: 'Shift', told: 'Shift' }

function signsOf(key: string): { shown: string; told: string }[] {
  const sign = signs[key]
  if (sign) return [sign]
  if (key.length > 1) return [{ shown: key, told: key }]
  const upper = { shown: key.toUpperCase(), told: key.toUpperCase() }
  return key === key.toLowerCase() ? [upper] : [shift, upper]
}

/** The keys of a shortcut, such as `mod+k`, as keyboards have them, and as they are read aloud. */
const keysOf = (keys: string): { shown: string; told: string }[] => keys.split(/\+(?=.)/).flatMap(signsOf)
