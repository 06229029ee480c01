import { isVisible } from '../contract/fields.ts'
import { isTimeZone } from '../shared/time-zone.ts'
import { Collector, type FieldNames } from './collector.ts'
import type { RawComment } from './comments.ts'
import { foldName, missingColumn, openCsv, surplusCells } from './columns.ts'
import type { FileValue, Parsed, RawTask } from './parsed.ts'

const fieldNames: FieldNames = {
  label: 'CONTENT',
  description: 'DESCRIPTION',
  status: 'STATUS',
  lane: 'section',
  externalId: 'ID',
  subtasks: 'subtasks',
}

/** A row of the file by the names of its columns; missing cells are empty. */
type CellOf = (column: string) => string

/** Data of a Todoist task that a task cannot hold. */
const dropped: readonly (readonly [message: string, column: string])[] = [
  ['Durations are left out.', 'DURATION'],
  ['Authors are left out.', 'AUTHOR'],
]

const labelsIn = (content: string): string[] =>
  Array.from(content.matchAll(/(?:^|\s)@(\S+)/g), ([, label = '']) => label)

/** The values of a task beyond the built-in fields, for the account's fields, if they exist. */
function valuesOf(cellOf: CellOf): FileValue[] {
  const textIn = (column: string) => (isVisible(cellOf(column)) ? cellOf(column).trim() : undefined)
  const priority = cellOf('PRIORITY').trim()
  const labels = labelsIn(cellOf('CONTENT'))
  const found: [given: unknown, value: Omit<FileValue, 'given'>][] = [
    [
      textIn('DATE'),
      { name: 'DATE', key: 'due', label: 'Due', type: 'date', leftOut: 'Dates are left out.' },
    ],
    [
      textIn('DEADLINE'),
      {
        name: 'DEADLINE',
        key: 'deadline',
        label: 'Deadline',
        type: 'date',
        leftOut: 'Deadlines are left out.',
      },
    ],
    [
      // 4 is none
      ['1', '2', '3'].includes(priority) ? `p${priority}` : undefined,
      {
        ...{ name: 'PRIORITY', key: 'priority', label: 'Priority', type: 'select' },
        ...{ options: ['p1', 'p2', 'p3', 'p4'], leftOut: 'Priorities are left out.' },
      },
    ],
    [
      labels.length > 0 ? labels : undefined,
      {
        ...{ name: '@labels', key: 'labels', label: 'Labels', type: 'multi_select' },
        leftOut: 'Labels such as @home stay in the text of the task.',
      },
    ],
    [
      textIn('RESPONSIBLE'),
      {
        ...{ name: 'RESPONSIBLE', key: 'assignee', label: 'Assignee', type: 'text' },
        leftOut: 'People (RESPONSIBLE) are left out.',
      },
    ],
  ]
  const zone = cellOf('TIMEZONE').trim()
  return found.flatMap(([given, value]) =>
    given === undefined ? [] : [{ ...value, given, ...(isTimeZone(zone) && { timeZone: zone }) }],
  )
}

/** The name in a cell such as `Kai (48151623)`. */
const authorIn = (cell: string): string => cell.trim().replace(/ \(\d+\)$/, '')

/** A task while its subtasks and comments are read. */
interface OpenTask {
  row: number
  values: FileValue[]
  raw: RawTask & { subtasks: unknown[] }
  subtaskRows: number[]
  comments: RawComment[]
}

/**
 * Reads the CSV file that Todoist exports for a project. Sections become lanes, and tasks that are indented below
 * another become its subtasks.
 * https://todoist.com/help/articles/import-or-export-a-project-as-a-csv-file-in-todoist-YC8YvN
 * @throws ApiError invalid_request when it is not such a file, or has too many tasks
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
    if (open) {
      collector.add(open.row, open.raw, open.subtaskRows, open.values)
      for (const comment of open.comments) collector.comment(open.row, comment)
    }
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
      if (!open) collector.count('Comments (rows of the type note) without a task above them are left out.')
      else if (open.subtaskRows.length > 0)
        collector.count('Comments of sub-tasks became comments of the task.')
      open?.comments.push({ text: content, author: authorIn(cellOf('AUTHOR')), time: cellOf('DATE').trim() })
    } else if (type === 'task') {
      for (const [message, column] of dropped) if (isVisible(cellOf(column))) collector.count(message)
      const values = valuesOf(cellOf)
      const given = Number(cellOf('INDENT').trim() || '1')
      const indent = Number.isInteger(given) && given > 0 ? given : 1
      const isSubtask = indent > 1
      if (indent !== given) collector.count('INDENT is no whole number from 1: these rows became tasks.')
      if (isSubtask && !open) collector.count('Sub-tasks without a task above them became tasks.')
      if (!isSubtask || !open) {
        finish()
        const description = cellOf('DESCRIPTION') || undefined
        const raw = { label: content, description, lane: section, subtasks: [] }
        open = { row, raw, values, subtaskRows: [], comments: [] }
      } else {
        open.raw.subtasks.push({ label: content })
        open.subtaskRows.push(row)
        // a subtask has no fields
        for (const { leftOut } of values) collector.count(leftOut)
        if (indent > 2) collector.count('Sub-tasks of sub-tasks became subtasks of the task.')
        if (isVisible(cellOf('DESCRIPTION'))) collector.count('Descriptions of sub-tasks are left out.')
      }
    } else if (type !== 'meta') {
      finish()
      collector.fail(row, 'TYPE must be task, section or note')
    }
  }
  finish()
  return collector.parsed()
}
