import { ApiError } from '../contract/api-error.ts'

/** A record of a CSV file. The record after the header is row 1. */
export interface CsvRecord {
  row: number
  cells: string[]
}

const separators = [',', ';', '\t'] as const
type Separator = (typeof separators)[number]

/** The separator of a file: the one that occurs most often in its first line outside of quotes. */
function separatorOf(text: string): Separator {
  const [line = ''] = text.slice(text.search(/[^\r\n]/)).split(/[\r\n]/, 1)
  const bare = line.replace(/"[^"]*"?/g, '')
  const counts = separators.map((separator) => bare.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** The line above the header in which Excel reads the separator of a file, such as `sep=;`. */
const separatorLine = /^("?)sep=([^"\r\n]*)\1(?:[\r\n]+|$)/i

/**
 * Returns the separator of a file, and its text without the line that names it.
 * @throws ApiError invalid_request when that line names another separator, or nothing follows it
 */
export function splitSeparatorLine(text: string): { separator: Separator; content: string } {
  const [line, , named] = separatorLine.exec(text) ?? []
  if (line === undefined) return { separator: separatorOf(text), content: text }
  const separator = separators.find((one) => one === named)
  if (!separator) {
    throw new ApiError(
      'invalid_request',
      'The first line names a separator other than a comma, a semicolon or a tab: save the file with one of these.',
    )
  }
  const content = text.slice(line.length)
  if (content === '') throw new ApiError('invalid_request', 'The file is empty.')
  return { separator, content }
}

const wrongQuote = (row: number, column: number, problem: string) =>
  new ApiError(
    'invalid_request',
    `${row === 0 ? 'The header' : `Row ${row}`}, column ${column}: ${problem}. Nothing was imported.`,
  )

/** Reads the cell in quotes that begins at `start`, and returns its text and where it ends: after its last quote. */
function quotedCell(text: string, start: number): { cell: string; end: number } | undefined {
  const parts: string[] = []
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return undefined
    parts.push(text.slice(from, quote))
    if (text[quote + 1] !== '"') return { cell: parts.join('"'), end: quote + 1 }
    from = quote + 2
  }
}

/**
 * Reads a CSV file (RFC 4180): the header, which is row 0, and the records. A line may end with CR LF, LF or CR. Each
 * character is read once or twice, whatever the file holds.
 * @throws ApiError invalid_request when a quote is wrong; it names the row and the column
 */
export function* csvRecords(text: string, separator: Separator): Generator<CsvRecord> {
  const bare = separator === '\t' ? /[^\t\r\n]*/y : separator === ';' ? /[^;\r\n]*/y : /[^,\r\n]*/y
  let at = 0
  for (let row = 0; at < text.length; row++) {
    const cells: string[] = []
    for (;;) {
      const column = cells.length + 1
      if (text[at] === '"') {
        const quoted = quotedCell(text, at)
        if (!quoted) throw wrongQuote(row, column, 'the cell begins with a quote and has none at its end')
        cells.push(quoted.cell)
        at = quoted.end
      } else {
        bare.lastIndex = at
        const [cell = ''] = bare.exec(text) ?? []
        if (cell.includes('"'))
          throw wrongQuote(
            row,
            column,
            'a quote in a cell must be doubled, and the cell must begin and end with a quote',
          )
        cells.push(cell)
        at += cell.length
      }
      const next = text[at]
      if (next === separator) {
        at += 1
        continue
      }
      if (next !== undefined && next !== '\r' && next !== '\n')
        throw wrongQuote(row, column, 'a quote in a cell in quotes must be doubled')
      at += next === '\r' && text[at + 1] === '\n' ? 2 : 1
      break
    }
    yield { row, cells }
  }
}
