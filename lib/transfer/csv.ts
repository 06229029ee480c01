import { ApiError } from '../contract/api-error.ts'
import { isVisible } from '../contract/fields.ts'
import { unprotect } from './csv-cell.ts'
import { anewFields, Collector, isInTrash, shortName, type FieldNames, type RawTask } from './collector.ts'
import { foldName, missingColumn, openCsv, surplusCells, type CsvFile } from './columns.ts'
import { bodyName, importedFields, taskFields } from '../tasks/fields.ts'
import type { FileValue, Parsed } from './parsed.ts'
import { statusOf, statusRule } from './status.ts'
import { isJsonObject, parseJson } from '../shared/json.ts'

/** Characters that some reader takes for the end of a line: an export writes a label with one of them as JSON. */
const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/

/** `[x] ` or `[ ] `, as an export writes it, and as people write it in Markdown. */
const mark = /^\s*(?:[-*] )?\[([ xX])\] ?/

const ofJson = (entries: readonly unknown[]): unknown[] =>
  entries.map((entry) =>
    isJsonObject(entry)
      ? { label: entry.label, isCompleted: entry.is_completed ?? entry.isCompleted ?? false }
      : entry,
  )

/**
 * Reads the subtasks of a task from one cell: one on each line, with `[x] ` before those that are done; or a JSON array,
 * as an export writes labels with several lines. They are not checked yet.
 */
export function readSubtasks(cell: string): unknown[] {
  if (/^\s*\[\s*\{/.test(cell)) {
    const json = parseJson(cell)
    if ('value' in json && Array.isArray(json.value)) return ofJson(json.value)
  }
  return cell
    .split(lineEnd)
    .filter(isVisible)
    .map((line) => ({
      label: line.replace(mark, ''),
      isCompleted: /x/i.test(mark.exec(line)?.[1] ?? ''),
    }))
}

/** The folded names that the column of each field may have. Earlier names come before later ones. */
const names: Readonly<Record<string, readonly string[]>> = {
  lane: ['lane', 'section', 'list'],
  ...Object.fromEntries(importedFields.map((name) => [bodyName(name), taskFields[name].columns])),
}

/** How the cell of a field is read. Of any other field, a cell without visible text is absent. */
const readers: Partial<Record<string, (cell: string) => unknown>> = {
  label: (cell) => cell,
  description: (cell) => cell || undefined,
  status: statusOf,
  subtasks: readSubtasks,
}
const visibleText = (cell: string) => (isVisible(cell) ? cell : undefined)

/** Columns that an export has and an import does not need. */
const ownColumns = new Set(anewFields.map(foldName))

/** The place of each field's column; undefined for a field that has none. */
type Columns = Partial<Record<string, number>>

const isOfTodoist = () =>
  new ApiError(
    'invalid_request',
    'The columns TYPE and CONTENT are those of a file from Todoist: import it with format=todoist. ' +
      'If it is not from Todoist, rename the column with the labels to label.',
  )

/** @throws ApiError invalid_request when there is no column for the label, or the file is one of Todoist */
function columnsOf(file: CsvFile): Columns {
  const columns: Columns = Object.fromEntries(
    Object.entries(names).map(([field, known]) => [field, file.columnOf(...known)]),
  )
  if (columns.label !== undefined) {
    // Todoist's name for the label; its sections and comments are rows, too
    if (columns.label === file.columnOf('content') && file.columnOf('type') !== undefined) throw isOfTodoist()
    return columns
  }
  const hint =
    file.columnOf('cardname') === undefined
      ? ''
      : ' For a board of Trello, import its export as JSON with format=trello.'
  throw missingColumn('the label of a task, such as label, title or name', file, hint)
}

/** The names of fields in messages: those of their columns in the file. */
const namesOf = (header: readonly string[], columns: Columns): FieldNames =>
  Object.fromEntries(
    Object.entries(columns).map(([field, index = -1]) => [field, shortName(header[index] ?? '') || field]),
  )

/** The names of the columns that are left out, by their place; undefined for the others. */
function leftOut(header: readonly string[], columns: Columns): (string | undefined)[] {
  const used = new Set(Object.values(columns))
  return header.map((name, index) =>
    used.has(index) || ownColumns.has(foldName(name)) ? undefined : name || '(no name)',
  )
}

/**
 * Reads a CSV file with a header. Its separator is a comma, a semicolon or a tab.
 * @throws ApiError invalid_request when it is not such a file, or has too many tasks
 */
export function parseCsv(text: string): Parsed {
  const file = openCsv(text)
  const { header } = file
  const columns = columnsOf(file)
  const collector = new Collector(namesOf(header, columns))
  const others = leftOut(header, columns)
  const deletedAt = file.columnOf('deletedat')

  for (const { row, cells } of file.records) {
    if (!cells.some(isVisible)) continue
    const cellOf = (index = -1) => unprotect(cells[index] ?? '')
    if (isInTrash(cellOf(deletedAt))) {
      collector.count('Tasks in the trash are left out.')
      continue
    }
    const surplus = surplusCells(cells, file)
    if (surplus !== undefined) {
      collector.fail(row, surplus)
      continue
    }
    const task: RawTask = Object.fromEntries(
      Object.entries(columns).map(([field, index]) => [
        field,
        (readers[field] ?? visibleText)(cellOf(index)),
      ]),
    )
    if (task.status === undefined) {
      collector.fail(row, `${collector.nameOf('status')} ${statusRule}`)
      continue
    }
    task.status ??= undefined
    // a loop over the cells: a header may name more columns than any row has
    const values = cells.flatMap((cell, index): FileValue[] => {
      const name = isVisible(cell) ? others[index] : undefined
      const leftOut = `The column ${shortName(name ?? '')} is left out.`
      return name === undefined ? [] : [{ name, given: cellOf(index), leftOut, isNamed: true }]
    })
    collector.add(row, task, [], values)
  }
  return collector.parsed()
}
