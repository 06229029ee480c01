import { ApiError } from '../contract/api-error.ts'
import { isVisible } from '../contract/fields.ts'
import { unprotect } from './csv-cell.ts'
import { Collector, shortName, type FieldNames, type WholeRow } from './collector.ts'
import { foldName, missingColumn, openCsv, surplusCells, type CsvFile } from './columns.ts'
import { isInTrash, ownFields } from './own-fields.ts'
import type { ImportedTask, Parsed } from './parsed.ts'
import { statusOf, statusRule } from './status.ts'
import { readSubtasks } from './subtasks-cell.ts'
import { UnknownNames } from './unknown-names.ts'

/** The folded names that the column of each field may have. An earlier one goes before a later one. */
const names: Readonly<Record<keyof ImportedTask, readonly string[]>> = {
  label: ['label', 'title', 'name', 'task', 'content'],
  description: ['description', 'notes'],
  status: ['status'],
  lane: ['lane', 'section', 'list'],
  // not `id`: two files may count from 1, and an external id is unique in the account
  externalId: ['externalid'],
  subtasks: ['subtasks'],
}

/** Columns that an export has and an import does not need. */
const ownColumns = new Set(ownFields.map(foldName))

type Columns = Partial<Record<keyof ImportedTask, number>>

const isOfTodoist = () =>
  new ApiError(
    'invalid_request',
    'The columns TYPE and CONTENT are those of a file from Todoist: import it with format=todoist. ' +
      'If it is not from Todoist, call the column of the labels label.',
  )

/** @throws ApiError invalid_request when there is no column for the label, or the file is one of Todoist */
function columnsOf(file: CsvFile): Columns {
  const columns: Columns = Object.fromEntries(
    Object.entries(names).map(([field, known]) => [field, file.columnOf(...known)]),
  )
  if (columns.label !== undefined) {
    // Todoist calls the label so, and its sections and comments are rows, too
    if (columns.label === file.columnOf('content') && file.columnOf('type') !== undefined) throw isOfTodoist()
    return columns
  }
  const hint =
    file.columnOf('cardname') === undefined
      ? ''
      : ' For a board of Trello, import its export as JSON with format=trello.'
  throw missingColumn('the label of a task, such as label, title or name', file, hint)
}

/** What each field is called in messages: its column's name as the file has it. */
const namesOf = (header: readonly string[], columns: Columns): FieldNames =>
  Object.fromEntries(
    Object.entries(columns).map(([field, index]) => [field, shortName(header[index] ?? '') || field]),
  ) as unknown as FieldNames // columnsOf makes a member for each field

/** The names of the columns that are left out, by their place; undefined for the others. */
function leftOut(header: readonly string[], columns: Columns): (string | undefined)[] {
  const used = new Set(Object.values(columns))
  return header.map((name, index) =>
    used.has(index) || ownColumns.has(foldName(name)) ? undefined : name || '(no name)',
  )
}

/**
 * Reads a CSV file with a header. Its separator is a comma, a semicolon or a tab.
 * @throws ApiError invalid_request when it is no such file, or has too many tasks
 */
export function parseCsv(text: string): Parsed {
  const file = openCsv(text)
  const { header } = file
  const columns = columnsOf(file)
  const shownNames = namesOf(header, columns)
  const collector = new Collector(shownNames)
  const unknown = new UnknownNames('column')
  const others = leftOut(header, columns)
  const deletedAt = file.columnOf('deletedat')

  for (const { row, cells } of file.records) {
    if (!cells.some(isVisible)) continue
    const cellOf = (index = -1) => unprotect(cells[index] ?? '')
    const visibleCell = (index?: number) => (isVisible(cellOf(index)) ? cellOf(index) : undefined)
    const status = statusOf(cellOf(columns.status))
    const surplus = surplusCells(cells, file)
    if (isInTrash(cellOf(deletedAt))) {
      collector.count('Tasks in the trash are left out.')
    } else if (surplus !== undefined) {
      collector.fail(row, surplus)
    } else if (status === undefined) {
      collector.fail(row, `${shownNames.status} ${statusRule}`)
    } else {
      // a loop over the cells: a header may name more columns than any row has
      unknown.countRow(cells.flatMap((cell, index) => (isVisible(cell) ? (others[index] ?? []) : [])))
      collector.add(row, {
        label: cellOf(columns.label),
        description: cellOf(columns.description) || undefined,
        status,
        lane: visibleCell(columns.lane),
        externalId: visibleCell(columns.externalId),
        subtasks: readSubtasks(cellOf(columns.subtasks)),
      } satisfies WholeRow)
    }
  }
  unknown.report(collector)
  return collector.parsed()
}
