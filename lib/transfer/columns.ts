import { ApiError } from '../contract/api-error.ts'
import { isVisible } from '../contract/fields.ts'
import { shortName } from './collector.ts'
import { csvRecords, splitSeparatorLine, type CsvRecord } from './csv-records.ts'
import { fold } from '../shared/fold-name.ts'

/** The most columns of a file; those of tasks have some ten. */
const maxColumns = 1_000

/** The most columns that an error names. */
const maxNamed = 20

/** The name of a column as it is compared: `External ID`, `external_id` and `externalId` are one. */
export const foldName = (name: string): string => fold(name).replace(/[\s_-]+/g, '')

/** A CSV file with the names of its columns. */
export interface CsvFile {
  /** The names of the columns, as the file has them. */
  header: readonly string[]
  /** Finds the column with one of these folded names. The first name that exists decides. */
  columnOf: (...names: readonly string[]) => number | undefined
  /** The rows below the header. */
  records: Iterable<CsvRecord>
}

/** The records below the header, which is the record `above`. */
function* below(records: Iterable<CsvRecord>, above: number): Generator<CsvRecord> {
  for (const { row, cells } of records) yield { row: row - above, cells }
}

/**
 * Opens a CSV file that begins with a header, or with a line such as `sep=;` above it, in which Excel reads the separator.
 * @throws ApiError invalid_request when it has too many columns; while it is read, when a quote is wrong
 */
export function openCsv(text: string): CsvFile {
  const { separator, content } = splitSeparatorLine(text.replace(/^[\r\n]+/, ''))
  const all = csvRecords(content, separator)
  let first = all.next().value as CsvRecord // the text is not empty
  // TickTick writes what the file is about above the header
  const isPreamble = /^Date: \d{4}-/.test(first.cells[0] ?? '')
  while (isPreamble && first.cells.length === 1)
    first = (all.next().value as CsvRecord | undefined) ?? { row: 0, cells: ['', ''] }
  const { cells: header, row: above } = first
  const records = below(all, above)
  if (header.length > maxColumns)
    throw new ApiError('invalid_request', `The file has more than ${maxColumns} columns.`)
  const columns = new Map<string, number>()
  for (const [index, name] of header.map(foldName).entries()) if (!columns.has(name)) columns.set(name, index)
  const columnOf: CsvFile['columnOf'] = (...names) => {
    const name = names.find((one) => columns.has(one))
    return name === undefined ? undefined : columns.get(name)
  }
  return { header, columnOf, records }
}

/** The header of a file as an error shows it. */
function shownColumns(header: readonly string[]): string {
  const names = header.slice(0, maxNamed).map((name) => shortName(name) || '(no name)')
  const others = header.length - names.length
  return `${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}

/** The problem of a row that has text in more cells than the header; undefined if it has none. */
export const surplusCells = (cells: readonly string[], { header }: CsvFile): string | undefined =>
  cells.slice(header.length).some(isVisible)
    ? `has ${cells.length} cells, but the header has ${header.length}: put cells with the separator in quotes`
    : undefined

/** The error when a file lacks a column that its format must have. */
export const missingColumn = (needed: string, { header }: CsvFile, hint = ''): ApiError =>
  new ApiError(
    'invalid_request',
    `The first line must name the columns, and there must be one for ${needed}. It has: ${shownColumns(header)}.${hint}`,
  )
