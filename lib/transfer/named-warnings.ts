/** The most names of one file that warnings show; the others are counted together. */
const maxNames = 20

/** Warnings that name a column, field or option that nothing takes. A file may make up any number of names. */
export class NamedWarnings {
  readonly #others: string
  readonly #warnings = new Set<string>()

  constructor(kind: 'column' | 'field' | 'option') {
    this.#others = `Other ${kind}s are left out.`
  }

  /** The warning itself for the first names, then one for all others. */
  of(warning: string): string {
    if (!this.#warnings.has(warning) && this.#warnings.size >= maxNames) return this.#others
    this.#warnings.add(warning)
    return warning
  }
}
