/**
 * Returns a cell that no spreadsheet takes for a formula: a cell that begins like a formula gets an apostrophe before
 * it.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export const protect = (cell: string): string => (/^'*[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell)

/** Takes away the apostrophe that `protect` has added; every other cell is returned unchanged. */
export const unprotect = (cell: string): string => (/^'+[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell)
