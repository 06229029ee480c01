/**
 * A group that shares turns with others: the turns that it holds, the time in ms for which it held some, and its
 * waiting work.
 */
interface Group {
  held: number
  usedMs: number
  waiting: (() => void)[]
}

/** Gives a turn back. */
export type Leave = () => void

/**
 * A counting semaphore that groups share: at most `max` turns are taken at once. Of n groups, each holds at most max /
 * (n + 1), so that a newcomer finds a free turn and not a queue. The group that has held turns for the shortest time
 * gets the next one, so long work counts for more. Within a group, first come is first served.
 */
export class Turns {
  readonly #max: number
  readonly #nowMs: () => number
  /** Only groups that hold a turn or wait for one. */
  readonly #groups = new Map<string, Group>()
  #taken = 0
  #isGiving = false

  /** @param nowMs a time in ms that is never set back, which tests replace */
  constructor(max: number, nowMs = () => performance.now()) {
    this.#max = max
    this.#nowMs = nowMs
  }

  /**
   * Waits for a turn.
   * @param signal ends the wait when it aborts
   * @returns the function that gives the turn back, to be called once; undefined when the signal aborted first
   */
  async take(name: string, signal?: AbortSignal): Promise<Leave | undefined> {
    if (signal?.aborted) return undefined
    const group = this.#groups.get(name) ?? this.#open(name)
    if (group.waiting.length === 0 && this.#mayHold(group)) return this.#hold(name, group)
    return this.#wait(name, group, signal)
  }

  /** Opens a group. It counts as having used as much as the others: its rest earns it no turns, and it owes none. */
  #open(name: string): Group {
    const group = { held: 0, usedMs: this.#leastUsed()?.usedMs ?? 0, waiting: [] }
    this.#groups.set(name, group)
    return group
  }

  /** Of the given groups, the one that has used least. */
  #leastUsed(isMeant: (group: Group) => boolean = () => true): Group | undefined {
    let least: Group | undefined
    for (const group of this.#groups.values()) {
      if (group.usedMs < (least?.usedMs ?? Infinity) && isMeant(group)) least = group
    }
    return least
  }

  #mayHold({ held }: Group): boolean {
    const share = Math.max(1, Math.floor(this.#max / (this.#groups.size + 1)))
    return this.#taken < this.#max && held < share
  }

  #hold(name: string, group: Group): Leave {
    const sinceMs = this.#nowMs()
    group.held++
    this.#taken++
    return () => {
      group.held--
      this.#taken--
      group.usedMs += this.#nowMs() - sinceMs
      this.#close(name, group)
      this.#giveSoon()
    }
  }

  #close(name: string, { held, waiting }: Group): void {
    if (held === 0 && waiting.length === 0) this.#groups.delete(name)
  }

  #wait(name: string, group: Group, signal?: AbortSignal): Promise<Leave | undefined> {
    return new Promise((resolve) => {
      const giveUp = () => {
        group.waiting.splice(group.waiting.indexOf(go), 1)
        this.#close(name, group)
        resolve(undefined)
      }
      const go = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve(this.#hold(name, group))
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      group.waiting.push(go)
    })
  }

  /**
   * Gives out the free turns, one in each round of the event loop: otherwise the beginning of many turns would delay
   * everything that arrived meanwhile.
   */
  #giveSoon(): void {
    if (this.#isGiving) return
    this.#isGiving = true
    setImmediate(() => {
      this.#isGiving = false
      const next = this.#leastUsed((group) => group.waiting.length > 0 && this.#mayHold(group))
      if (!next) return
      next.waiting.shift()?.()
      this.#giveSoon()
    })
  }
}
