import { shortName } from './collector.ts'

/** The most names of one file that warnings show; the others are counted together. */
const maxNames = 20

/** The columns or fields that no task has. A file may make up any number of names. */
export class UnknownNames {
  readonly #kind: 'column' | 'field'
  readonly #warnings = new Map<string, string>()

  constructor(kind: 'column' | 'field') {
    this.#kind = kind
  }

  /** The warning that a name is left out: its own for the first names, then one for all others. */
  warningOf(name: string): string {
    const known = this.#warnings.get(name)
    if (known !== undefined) return known
    if (this.#warnings.size >= maxNames) return `Other ${this.#kind}s are left out.`
    const warning = `The ${this.#kind} ${shortName(name)} is left out.`
    this.#warnings.set(name, warning)
    return warning
  }
}
