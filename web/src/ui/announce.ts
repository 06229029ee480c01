import { signal } from '@preact/signals-core'

/** What is told to screen readers alone. */
interface Announcement {
  id: number
  text: string
}

/** The last announcements, oldest first. They stay in the page for a while, because a screen reader may be speaking. */
export const announcements = signal<readonly Announcement[]>([])

/**
 * The pause before each announcement, in milliseconds: screen readers skip announcements that come at once, or as a
 * dialog closes.
 */
const pauseMs = 150
const keptMs = 10_000

const waiting: string[] = []
let count = 0

/**
 * Announces an event of the page only to screen readers, such as "Added “Call Ada”". Announcements are read one after
 * the other.
 */
export function announce(text: string): void {
  waiting.push(text)
  if (waiting.length === 1) setTimeout(tellNext, pauseMs)
}

function tellNext(): void {
  const [text] = waiting
  if (text === undefined) return
  const id = (count += 1)
  announcements.value = [...announcements.value, { id, text }]
  setTimeout(() => {
    announcements.value = announcements.value.filter((other) => other.id !== id)
  }, keptMs)
  waiting.shift()
  if (waiting.length > 0) setTimeout(tellNext, pauseMs)
}
