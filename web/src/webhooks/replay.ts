import type { ReplayRange } from '../../../client/src/index.ts'

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** A time as a field of the type datetime-local has it, in local time: `2026-11-21T09:00`. Seconds are cut off. */
export const inputOf = (date: Date): string =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}` +
  `T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`

/** The time of such a field in ISO 8601; undefined while it is not filled in. */
export function timeOfInput(text: string): string | undefined {
  const date = new Date(text) // without a zone, it is local time
  return text === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** The answer to one call of a replay. */
interface Replayed {
  queued: number
  next_from: string | null
}

/** Replays a range in as many calls as it takes. Tells after each call how many events are queued. */
export async function replayRange(
  send: (range: ReplayRange) => Promise<Replayed>,
  { from, onlyFailed }: { from: string; onlyFailed: boolean },
  onProgress: (queued: number) => void,
): Promise<number> {
  let queued = 0
  let next: string | null = from
  while (next !== null) {
    const part: Replayed = await send({ from: next, onlyFailed })
    queued += part.queued
    next = part.next_from
    onProgress(queued)
  }
  return queued
}
