import { pause, settledBy } from './pause.ts'

/** Work that is repeated, one run at a time. */
export class Repeated {
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>

  /**
   * @param work the work, which is repeated even if it fails. The signal asks it to end soon
   * @param intervalMs the time from one beginning to the next, unless the work takes longer; the first run begins after
   * this time
   */
  constructor(work: (signal: AbortSignal) => Promise<unknown>, intervalMs: number) {
    this.#ended = this.#repeat(work, intervalMs)
  }

  async #repeat(work: (signal: AbortSignal) => Promise<unknown>, intervalMs: number): Promise<void> {
    const { signal } = this.#stopping
    let dueMs = Date.now() + intervalMs
    while (await pause(dueMs - Date.now(), signal)) {
      await work(signal).catch(() => undefined)
      dueMs = Math.max(dueMs + intervalMs, Date.now())
    }
  }

  /** Begins no further run, and waits until the running one has ended, or until the deadline in ms since 1970. */
  async stop(deadlineMs: number): Promise<void> {
    this.#stopping.abort()
    await settledBy(deadlineMs, this.#ended)
  }
}
