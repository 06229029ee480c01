import { ApiError } from '../contract/api-error.ts'
import { isVisible } from '../contract/fields.ts'
import { maxImportRows } from '../contract/limits.ts'
import { unprotect } from './csv-cell.ts'
import { anewFields, Collector, isInTrash, shortName, tooManyTasks, type FieldNames } from './collector.ts'
import { foldName, missingColumn, openCsv, surplusCells, type CsvFile } from './columns.ts'
import { bodyName, importedFields, taskFields } from '../tasks/fields.ts'
import type { FileValue, Parsed, RawTask } from './parsed.ts'
import { statusOf, unknownStatus } from './status.ts'
import { isJsonObject, parseJson } from '../shared/json.ts'
import { isTimeZone } from '../shared/time-zone.ts'
import {
  checklistColumns,
  descriptionColumns,
  doneColumns,
  idColumns,
  isDone,
  keyColumns,
  knownValue,
  laneColumns,
  namedStatus,
  parentIdColumnsOf,
  parentLabelColumns,
  statusColumns,
  ticktickStatus,
  toolOf,
  typeColumns,
  type Tool,
} from './known-columns.ts'

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
  status: (cell) => statusOf(cell) ?? undefined,
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

/** A row while its task and its subtasks are read. */
interface OpenRow {
  row: number
  raw: RawTask
  /** What earlier releases read of it, if that is less. */
  earlier: RawTask | undefined
  values: FileValue[]
  /** Its ids, and an empty text where it has none. */
  ids: string[]
  parentId: string
  parentLabel: string
}

/** Reads the rows of a file, by its own columns and by those of other tools. */
class RowReader {
  readonly #file: CsvFile
  readonly #columns: Columns
  readonly #collector: Collector
  readonly #folded: readonly string[]
  readonly #others: readonly (string | undefined)[]
  readonly #tool: Tool
  readonly #parentIdColumns: readonly string[]
  /** Whether rows may be subtasks of others. */
  readonly hasParents: boolean

  constructor(file: CsvFile, columns: Columns, collector: Collector) {
    this.#file = file
    this.#columns = columns
    this.#collector = collector
    this.#folded = file.header.map(foldName)
    this.#others = leftOut(file.header, columns)
    const hasColumn = (name: string) => file.columnOf(name) !== undefined
    this.#tool = toolOf(hasColumn)
    this.#parentIdColumns = parentIdColumnsOf(hasColumn)
    this.hasParents = [...this.#parentIdColumns, ...parentLabelColumns].some(hasColumn)
  }

  read(row: number, cells: readonly string[]): OpenRow {
    const cellOf = (index = -1) => unprotect(cells[index] ?? '')
    /** The columns of other tools from which something was read. */
    const taken = new Set<number>()
    const take = <T>(names: readonly string[], read: (cell: string, name: string) => T | undefined) => {
      for (const name of names) {
        const index = this.#file.columnOf(name)
        const found = index === undefined || !this.#others[index] ? undefined : read(cellOf(index), name)
        if (index !== undefined && found !== undefined) {
          taken.add(index)
          return found
        }
      }
      return undefined
    }
    const earlier: RawTask = Object.fromEntries(
      Object.entries(this.#columns).map(([field, index]) => [
        field,
        (readers[field] ?? visibleText)(cellOf(index)),
      ]),
    )
    const status = cellOf(this.#columns.status)
    const own = this.#tool === 'ticktick' ? ticktickStatus(status) : statusOf(status)
    const named = own ?? take(statusColumns, namedStatus)
    const isEnded = take(doneColumns, isDone)
    const raw: RawTask = {
      ...earlier,
      description: earlier.description ?? take(descriptionColumns, visibleText),
      lane: earlier.lane ?? take(laneColumns, visibleText),
      status: isEnded ? 2 : named,
      subtasks:
        take(this.#columns.subtasks === undefined ? checklistColumns : [], checklistOf) ?? earlier.subtasks,
    }
    if (own === undefined && raw.status === undefined) {
      this.#collector.remark(row, raw.label, unknownStatus(status))
    }
    const textOf = (names: readonly string[]) => take(names, visibleText)?.trim() ?? ''
    const ids = this.hasParents ? [textOf(idColumns), textOf(keyColumns)] : []
    const type = typeColumns.map((name) => cellOf(this.#file.columnOf(name))).join('')
    // in Jira, the parent of anything else is an epic
    const isPart = type === '' || /sub-?task/i.test(type)
    return {
      ...{ row, raw, ids },
      earlier: taken.size > 0 || this.#tool === 'ticktick' ? earlier : undefined,
      parentId: isPart ? textOf(this.#parentIdColumns) : '',
      parentLabel: isPart ? textOf(parentLabelColumns) : '',
      values: this.#valuesOf(cells, cellOf, taken),
    }
  }

  #valuesOf(
    cells: readonly string[],
    cellOf: (index: number) => string,
    taken: ReadonlySet<number>,
  ): FileValue[] {
    const zone = cellOf(this.#file.columnOf('timezone') ?? -1).trim()
    const lists = new Map<string, FileValue & { given: string }>()
    // a loop over the cells: a header may name more columns than any row has
    return cells.flatMap((cell, index): FileValue[] => {
      const name = isVisible(cell) && !taken.has(index) ? this.#others[index] : undefined
      if (name === undefined) return []
      const own = cellOf(index)
      const known = knownValue(this.#folded[index] ?? '', own, this.#tool)
      if (known === 'none') return []
      const value = {
        ...{ name, given: own, leftOut: `The column ${shortName(name)} is left out.`, isNamed: true },
        ...known,
        ...(known && isTimeZone(zone) && { timeZone: zone }),
      }
      // Jira has a column of the same name for each of several values
      const list = known?.type === 'multi_select' ? lists.get(name) : undefined
      if (list) list.given += `,${value.given}`
      else if (known?.type === 'multi_select') lists.set(name, value)
      return list ? [] : [value]
    })
  }
}

/** The items of a checklist in one cell, as Planner writes it. Which of them are done is not in the cell. */
const checklistOf = (cell: string): unknown[] | undefined =>
  isVisible(cell)
    ? cell
        .split(/;|\r?\n/)
        .filter(isVisible)
        .map((text) => ({ label: text.trim(), isCompleted: false }))
    : undefined

/** Adds rows of which some are parts of others: these become subtasks of the task that they belong to in the end. */
function addWithParents(rows: readonly OpenRow[], collector: Collector): void {
  const byId = new Map(rows.flatMap((one) => one.ids.map((id) => [id, one] as const)))
  const byLabel = new Map(rows.map((one) => [String(one.raw.label).trim(), one] as const).toReversed())
  for (const names of [byId, byLabel]) names.delete('') // what has no name is the parent of nobody
  const parentOf = ({ parentId, parentLabel }: OpenRow) => byId.get(parentId) ?? byLabel.get(parentLabel)
  /** The task that a row belongs to: itself if it has no parent in the file. */
  const rootOf = (row: OpenRow): OpenRow => {
    const seen = new Set([row])
    let root = row
    for (let parent = parentOf(row); parent; parent = parentOf(parent)) {
      if (seen.has(parent)) return row // each is a part of the other
      seen.add(parent)
      root = parent
    }
    return root
  }
  const parts = Map.groupBy(rows, rootOf)
  for (const [{ row, raw, earlier, values, parentId, parentLabel }, [...all]] of parts) {
    const own = all.filter((one) => one.row !== row)
    if (parentId !== '' || parentLabel !== '') {
      collector.count('Sub-tasks whose task is not in the file became tasks.')
    }
    for (const part of own) {
      for (const { leftOut: message } of part.values) collector.count(message)
      if (part.raw.description != null) collector.count('Descriptions of sub-tasks are left out.')
      if (parentOf(part)?.row !== row) collector.count('Sub-tasks of sub-tasks became subtasks of the task.')
    }
    const subtasks = [
      ...(Array.isArray(raw.subtasks) ? (raw.subtasks as unknown[]) : []),
      ...own.map((part) => ({ label: part.raw.label, isCompleted: part.raw.status === 2 })),
    ]
    const rowsOfParts = own.map((part) => part.row)
    // earlier releases made tasks of the parts
    if (own.length === 0) collector.add(row, raw, [], values, earlier)
    else collector.add(row, { ...raw, subtasks }, rowsOfParts, values, earlier ?? raw)
  }
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
  const reader = new RowReader(file, columns, collector)
  const deletedAt = file.columnOf('deletedat')
  const open: OpenRow[] = []

  for (const { row, cells } of file.records) {
    if (!cells.some(isVisible)) continue
    if (isInTrash(unprotect(cells[deletedAt ?? -1] ?? ''))) {
      collector.count('Tasks in the trash are left out.')
      continue
    }
    const surplus = surplusCells(cells, file)
    if (surplus !== undefined) {
      collector.fail(row, surplus)
      continue
    }
    const read = reader.read(row, cells)
    if (reader.hasParents) {
      if (open.length >= maxImportRows) throw tooManyTasks()
      open.push(read)
    } else collector.add(row, read.raw, [], read.values, read.earlier)
  }
  addWithParents(open, collector)
  return collector.parsed()
}
