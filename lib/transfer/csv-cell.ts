/** The signs with which a formula begins, also in full width, as East Asian spreadsheets take them. */
const sign = '[=+\\-@＝＋－＠]'

/**
 * Where a cell can begin: at the beginning of ours, and wherever a spreadsheet that expects another separator, or does not
 * know that quotes may hold lines, would begin one.
 */
const start = '^|[,;|\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029]'

const formulas = new RegExp(`(${start})('*)(?=${sign})`, 'g')
const protectedFormulas = new RegExp(`(${start})'('*)(?=${sign})`, 'g')

/**
 * Returns a cell in which no spreadsheet finds a formula: an apostrophe stands before what would begin one, and before a
 * leading tab or line break.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function protect(cell: string): string {
  const safe = cell.replace(formulas, "$1'$2")
  return /^'*[\t\r\n]/.test(safe) ? `'${safe}` : safe
}

/** Takes away the apostrophes that `protect` has added; every other cell is returned unchanged. */
export function unprotect(cell: string): string {
  const safe = /^'+[\t\r\n]/.test(cell) ? cell.slice(1) : cell
  return safe.replace(protectedFormulas, '$1$2')
}
