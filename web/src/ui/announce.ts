import { signalOf } from '../data/signal.ts'

/** What is told to screen readers alone. */
interface Announcement {
  id: number
  text: string
}

/** What has been told lately, oldest first. It is in the page for a while, since a screen reader may be speaking. */
export const announcements = signalOf<readonly Announcement[]>([])

/** The pause before each announcement, in milliseconds: screen readers pass over what comes at once, or as a dialog closes. */
const pauseMs = 150
const keptMs = 10_000

const waiting: string[] = []
let count = 0

/** Tells screen readers, and nobody else, what has happened on the page, such as "Added “Call Ada”". All are told in turn. */
export function announce(text: string): void {
  waiting.push(text)
  if (waiting.length === 1) setTimeout(tellNext, pauseMs)
}

function tellNext(): void {
  const [text] = waiting
  if (text === undefined) return
  const id = (count += 1)
  announcements.set([...announcements.get(), { id, text }])
  setTimeout(() => {
    announcements.set(announcements.get().filter((other) => other.id !== id))
  }, keptMs)
  waiting.shift()
  if (waiting.length > 0) setTimeout(tellNext, pauseMs)
}
