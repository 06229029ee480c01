import type { ReplayRange } from '../../../client/src/index.ts'

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
