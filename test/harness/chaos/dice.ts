/** Pseudo-random choices: the same seed gives the same choices. The generator is mulberry32. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer in [0, bound). */
  below(bound: number): number {
    return Math.floor(this.next() * bound)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** An element of a list; undefined if the list is empty. */
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)]
  }

  /** A name, with a probability proportional to its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][] // these are all its keys
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      rest -= weight
      if (rest < 0) return name
    }
    throw new Error('There is nothing to choose from.')
  }
}
