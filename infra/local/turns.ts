/** Lets so many go at once; the others wait, and who has waited longest goes next. */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(max: number) {
    this.#free = max
  }

  /**
   * Waits for a turn, which the caller gives back with `leave`.
   * @param signal ends the waiting, or lets it not begin
   * @returns false when the signal came first: then there is nothing to give back
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

  /** Gives a turn back, which goes to who has waited longest. */
  leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}
