/** The most names of one file that warnings show; the others are counted together. */
const maxNames = 20

/** Warnings that name a column, field, option or row. A file may have any number of them. */
export class NamedWarnings {
  readonly #others: string
  readonly #warnings = new Set<string>()

  /** @param others the warning for all names beyond the first */
  constructor(others: string) {
    this.#others = others
  }

  /** The warning itself for the first names, then one for all others. */
  of(warning: string): string {
    if (!this.#warnings.has(warning) && this.#warnings.size >= maxNames) return this.#others
    this.#warnings.add(warning)
    return warning
  }
}

/** The warnings about tasks that lack a part of their rows. */
export const rowWarnings = (): NamedWarnings =>
  new NamedWarnings('Other rows have texts that were cut, or values that were left out.')
