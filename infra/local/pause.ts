import { setTimeout as sleep } from 'node:timers/promises'

/** Waits; returns false at once when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(Math.max(ms, 0), undefined, { signal })
    return true
  } catch {
    return false // only the signal can end the wait early
  }
}

/** Waits until a promise has settled, or until a deadline in milliseconds since 1970. */
export async function settledBy(deadlineMs: number, work: Promise<unknown>): Promise<void> {
  const settled = new AbortController()
  await Promise.race([work.catch(() => undefined), pause(deadlineMs - Date.now(), settled.signal)])
  settled.abort()
}
