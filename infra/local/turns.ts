/** A group that shares turns with others: how many turns it holds, and its waiting work. */
interface Group {
  held: number
  waiting: (() => void)[]
}

/** A turn that was given. */
export interface Turn {
  /** Lets others begin meanwhile: the work only waits. It still counts for its group. */
  pause: () => void
  /** Gives the turn back. */
  end: () => void
}

/**
 * A counting semaphore that groups share: at most `max` turns are taken at once, and at most half of them by one group. So
 * beside a group that wants all, another one finds a free turn and no queue. Groups that wait get their turns one after the
 * other. Within a group, first come is first served.
 */
export class Turns {
  readonly #max: number
  /** Only groups that hold a turn or wait for one. The one that was given a turn last comes last. */
  readonly #groups = new Map<string, Group>()
  #taken = 0

  constructor(max: number) {
    this.#max = max
  }

  /**
   * Waits for a turn.
   * @param signal ends the wait when it aborts
   * @returns the turn; undefined when the signal aborted first
   */
  take(name: string, signal?: AbortSignal): Promise<Turn | undefined> {
    if (signal?.aborted) return Promise.resolve(undefined)
    const group = this.#groups.get(name) ?? { held: 0, waiting: [] }
    this.#groups.set(name, group)
    return new Promise((resolve) => {
      const giveUp = () => {
        group.waiting.splice(group.waiting.indexOf(go), 1)
        this.#forget(name, group)
        resolve(undefined)
      }
      const go = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve(this.#begin(name, group))
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      group.waiting.push(go)
      this.#give()
    })
  }

  #begin(name: string, group: Group): Turn {
    group.held++
    this.#taken++
    let isTaken = true
    const pause = () => {
      if (isTaken) this.#taken--
      isTaken = false
      this.#give()
    }
    const end = () => {
      group.held--
      this.#forget(name, group)
      pause()
    }
    return { pause, end }
  }

  #forget(name: string, { held, waiting }: Group): void {
    if (held === 0 && waiting.length === 0) this.#groups.delete(name)
  }

  #give(): void {
    for (const [name, group] of this.#groups) {
      if (this.#taken >= this.#max) return
      if (group.held >= this.#max / 2) continue
      const go = group.waiting.shift()
      if (!go) continue
      this.#groups.delete(name)
      this.#groups.set(name, group) // the loop comes to it again, after the others
      go()
    }
  }
}
