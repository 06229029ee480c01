/** Reads a CSV file as RFC 4180 describes it, into rows of cells. It is not the service's own reader. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y
  const last = () => rows.at(-1) ?? []
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const [, quoted, plain = '', end] = cell.exec(text) ?? []
    if (end === undefined) throw new Error(`No cell at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`)
    last().push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1) // every row ends with a line break
}
