import { isVisible } from '../contract/fields.ts'
import { Collector, type FieldNames, type RawTask } from './collector.ts'
import { foldName, missingColumn, openCsv, surplusCells } from './columns.ts'
import type { Parsed } from './parsed.ts'

const fieldNames: FieldNames = {
  label: 'CONTENT',
  description: 'DESCRIPTION',
  status: 'STATUS',
  lane: 'section',
  externalId: 'ID',
  subtasks: 'subtasks',
}

/** A row of the file by the names of its columns; what is not there is empty. */
type CellOf = (column: string) => string

/** Data of a Todoist task that a task cannot hold. */
const dropped: readonly (readonly [message: string, isThere: (cellOf: CellOf) => boolean])[] = [
  [
    'Dates, deadlines and durations are left out.',
    (cellOf) => ['DATE', 'DEADLINE', 'DURATION'].some((column) => isVisible(cellOf(column))),
  ],
  ['Priorities are left out.', (cellOf) => ['1', '2', '3'].includes(cellOf('PRIORITY').trim())],
  [
    'People (AUTHOR, RESPONSIBLE) are left out.',
    (cellOf) => isVisible(cellOf('AUTHOR')) || isVisible(cellOf('RESPONSIBLE')),
  ],
  ['Labels such as @home stay in the text of the task.', (cellOf) => /(?:^|\s)@\S/.test(cellOf('CONTENT'))],
]

/** A task while its subtasks are read. */
interface OpenTask {
  row: number
  raw: RawTask & { subtasks: unknown[] }
  subtaskRows: number[]
}

/**
 * Reads the CSV file that Todoist exports for a project. Sections become lanes, and whatever is indented below a task
 * becomes its subtasks.
 * https://todoist.com/help/articles/import-or-export-a-project-as-a-csv-file-in-todoist-YC8YvN
 * @throws ApiError invalid_request when it is no such file, or has too many tasks
 */
export function parseTodoist(text: string): Parsed {
  const file = openCsv(text)
  for (const needed of ['TYPE', 'CONTENT']) {
    if (file.columnOf(foldName(needed)) === undefined)
      throw missingColumn(`${needed}, as in a file that Todoist has exported`, file)
  }
  const collector = new Collector(fieldNames)
  let section: string | undefined
  let open: OpenTask | undefined
  const finish = () => {
    if (open) collector.add(open.row, open.raw, open.subtaskRows)
    open = undefined
  }

  for (const { row, cells } of file.records) {
    const cellOf: CellOf = (column) => cells[file.columnOf(foldName(column)) ?? -1] ?? ''
    const type = cellOf('TYPE').trim().toLowerCase()
    const content = cellOf('CONTENT')
    if (type === '' && !cells.some(isVisible)) continue
    const surplus = surplusCells(cells, file)
    if (surplus !== undefined) {
      finish()
      collector.fail(row, surplus)
    } else if (type === 'section') {
      finish()
      section = content
      collector.addLane(content)
    } else if (type === 'note') {
      collector.count('Comments (rows of the type note) are left out.')
    } else if (type === 'task') {
      for (const [message, isThere] of dropped) if (isThere(cellOf)) collector.count(message)
      const indent = Number(cellOf('INDENT').trim() || '1')
      if (!Number.isInteger(indent) || indent < 1) {
        finish()
        collector.fail(row, 'INDENT must be a whole number from 1')
      } else if (indent === 1) {
        finish()
        const description = cellOf('DESCRIPTION') || undefined
        open = { row, raw: { label: content, description, lane: section, subtasks: [] }, subtaskRows: [] }
      } else if (open) {
        open.raw.subtasks.push({ label: content })
        open.subtaskRows.push(row)
        if (indent > 2) collector.count('Sub-tasks of sub-tasks became subtasks of the task.')
        if (isVisible(cellOf('DESCRIPTION'))) collector.count('Descriptions of sub-tasks are left out.')
      } else collector.fail(row, 'INDENT must be 1: there is no task above it that it could be a part of')
    } else if (type !== 'meta') {
      finish()
      collector.fail(row, 'TYPE must be task, section or note')
    }
  }
  finish()
  return collector.parsed()
}
