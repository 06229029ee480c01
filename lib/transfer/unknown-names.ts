import { shortName, type Collector } from './collector.ts'

/** The most names of one file that warnings show; the others are counted together. */
const maxNames = 20

/** Counts, by name, the columns or fields that no task has. A file may make up any number of names. */
export class UnknownNames {
  readonly #kind: 'column' | 'field'
  readonly #rowsOf = new Map<string, number>()
  #rowsOfOthers = 0

  constructor(kind: 'column' | 'field') {
    this.#kind = kind
  }

  /** Counts the names that one row uses. */
  countRow(names: Iterable<string>): void {
    let hasOther = false
    for (const name of names) {
      const count = this.#rowsOf.get(name)
      if (count === undefined && this.#rowsOf.size >= maxNames) hasOther = true
      else this.#rowsOf.set(name, (count ?? 0) + 1)
    }
    if (hasOther) this.#rowsOfOthers += 1
  }

  /** Adds a warning for each name, and one for all that were too many. */
  report(collector: Collector): void {
    for (const [name, rows] of this.#rowsOf)
      collector.count(`The ${this.#kind} ${shortName(name)} is left out.`, rows)
    collector.count(`Other ${this.#kind}s are left out.`, this.#rowsOfOthers)
  }
}
