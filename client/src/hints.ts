/** A write of a task that a webhook has told of, and how many rounds did not show it. */
interface Hint {
  timeMs: number
  rounds: number
}

/** The feed may show a write a few seconds after its webhook, so a hint is followed up, after these times in ms. */
const followUpsMs = [0, 250, 500, 1_000, 2_000, 4_000] as const

/** What webhooks have told of and the feed has not shown yet. */
export class Hints {
  readonly #hints = new Map<string, Hint>()
  /** Ends the waiting in progress. */
  #wake: (() => void) | undefined

  add(taskId: string, timeMs: number): void {
    const known = this.#hints.get(taskId)
    if (known && known.timeMs >= timeMs) return
    this.#hints.set(taskId, { timeMs, rounds: 0 })
    this.#wake?.()
  }

  all(): readonly (readonly [string, Hint])[] {
    return [...this.#hints]
  }

  /** After a round: drops the hints that it has shown, and those that it was asked for too often. */
  settle(
    asked: readonly (readonly [string, Hint])[],
    isShown: (taskId: string, timeMs: number) => boolean,
  ): void {
    for (const [taskId, hint] of asked) {
      hint.rounds += 1
      const isCurrent = this.#hints.get(taskId) === hint
      const isOver = hint.rounds >= followUpsMs.length || isShown(taskId, hint.timeMs)
      if (isCurrent && isOver) this.#hints.delete(taskId)
    }
  }

  /** Waits for a time, for the next follow-up, for a new hint, or for the signal: whichever comes first. */
  wait(forMs: number, signal: AbortSignal): Promise<void> {
    const dueMs = [...this.#hints.values()].map(({ rounds }) => followUpsMs[rounds] ?? forMs)
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        this.#wake = undefined
        resolve()
      }
      const timer = setTimeout(end, Math.max(0, Math.min(forMs, ...dueMs)))
      this.#wake = end
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true })
    })
  }
}
