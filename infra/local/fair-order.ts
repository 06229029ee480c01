/** Limits on what runs at once. */
export const limits = {
  /** The most of one group: as many as an account may have on AWS (lib/webhooks/places.ts). */
  ofGroup: 5,
  /** In all, without the slow ones. */
  quick: 10,
  /** The most slow ones in all. They wait for others, such as receivers, and hardly use the processor. */
  slow: 40,
}

/** Work of a group. Two pieces with the same key are the same work. */
export interface Work {
  group: string
  key: string
}

/**
 * Decides what runs next: the groups take turns, so that one with much work does not delay the others. Work that was
 * slow once gets a limited share of its own, until it is quick again.
 */
export class FairOrder<T extends Work> {
  /** The group that has waited longest for its turn comes first. */
  readonly #waiting = new Map<string, T[]>()
  /** What runs, and whether it has turned out to be slow. */
  readonly #running = new Map<T, boolean>()
  readonly #knownAsSlow = new Set<string>()

  /** Adds waiting work, unless the same work already waits. */
  add(work: T): void {
    const ofGroup = this.#waiting.get(work.group)
    if (!ofGroup) this.#waiting.set(work.group, [work])
    else if (!ofGroup.some(({ key }) => key === work.key)) ofGroup.push(work)
  }

  /** Begins the next piece of work; returns undefined if none may begin now. */
  next(): T | undefined {
    const isSlow = [...this.#running.values()]
    const slow = isSlow.filter(Boolean).length
    const hasRoom = { quick: isSlow.length - slow < limits.quick, slow: slow < limits.slow }
    if (!hasRoom.quick && this.#knownAsSlow.size === 0) return undefined
    const running = [...this.#running.keys()]
    for (const [group, works] of this.#waiting) {
      if (running.filter((one) => one.group === group).length >= limits.ofGroup) continue
      const work = works.find(({ key }) => (this.#knownAsSlow.has(key) ? hasRoom.slow : hasRoom.quick))
      if (!work) continue
      this.#waiting.delete(group)
      if (works.length > 1) {
        this.#waiting.set(
          group,
          works.filter((one) => one !== work),
        )
      }
      this.#running.set(work, this.#knownAsSlow.has(work.key))
      return work
    }
    return undefined
  }

  /** Records that running work is slow, so that it no longer delays quick work. */
  isSlow(work: T): void {
    if (this.#running.has(work)) this.#running.set(work, true)
    this.#knownAsSlow.add(work.key)
  }

  /** Takes note that work has ended. */
  end(work: T, wasSlow: boolean): void {
    this.#running.delete(work)
    const runsElsewhere = [...this.#running.keys()].some(({ key }) => key === work.key)
    if (!wasSlow && !runsElsewhere) this.#knownAsSlow.delete(work.key)
  }
}
