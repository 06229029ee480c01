import { onTestFinished, vi } from 'vitest'

/** Stops the clock until the test has ended, so that no minute of a rate limit ends meanwhile. Timers go on. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
