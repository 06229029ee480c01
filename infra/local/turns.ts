/** A counting semaphore: at most `max` turns are taken at once. The others wait, first come, first served. */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(max: number) {
    this.#free = max
  }

  /**
   * Waits for a turn. The caller must give it back with `leave`.
   * @param signal returns a signal that ends the wait when it aborts
   * @returns false when the signal aborted first; then there is no turn to give back
   */
  async take(signal: () => AbortSignal | undefined): Promise<boolean> {
    const gone = signal()
    if (gone?.aborted) return false
    if (this.#free === 0) return this.#wait(gone)
    this.#free--
    return true
  }

  #wait(signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1)
        resolve(false)
      }
      const go = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve(true)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(go)
    })
  }

  /** Gives a turn back. The one that has waited longest gets it. */
  leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}
