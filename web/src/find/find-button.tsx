import { signal } from '@preact/signals-core'
import { isApple } from '../ui/shortcuts.ts'

/** What is open over the page: the command palette, or the list of shortcuts. */
export const panel = signal<'palette' | 'shortcuts' | undefined>(undefined)

/** Opens the command palette, for mouse and touch. */
export function FindButton() {
  return (
    <button
      type="button"
      class="find-button"
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      title="Search tasks and projects, and do something"
      onClick={() => {
        panel.value = 'palette'
      }}
    >
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M10.7 10.7 14 14M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0Z" />
      </svg>
      <span class="find-hint">
        Search <kbd aria-hidden="true">{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </span>
    </button>
  )
}
