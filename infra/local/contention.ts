/**
 * Measures for how long several requests were there at once. The engine does one thing at a time: if two callers have
 * requests there, one of them waits.
 */
export class Contention {
  readonly #nowMs: () => number
  #count = 0
  #sinceMs = 0
  #passedMs = 0

  /** @param nowMs a time in ms that is never set back, which tests replace */
  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** Counts one in. Returns the function that counts it out again. */
  enter(): () => void {
    if (++this.#count === 2) this.#sinceMs = this.#nowMs()
    return () => {
      if (--this.#count === 1) this.#passedMs += this.#nowMs() - this.#sinceMs
    }
  }

  /** The time in ms so far during which two or more were there at once. */
  ms(): number {
    return this.#passedMs + (this.#count >= 2 ? this.#nowMs() - this.#sinceMs : 0)
  }
}

/** The requests of callers that are at the engine or wait for it; the service's own requests do not count. */
export const callersAtEngine = new Contention()
