import type { FieldValue } from '../fields/types.ts'
import { textOfValue, valueOf } from '../fields/values.ts'
import { taskFieldNames, type TaskFieldName } from '../tasks/fields.ts'
import type { Subtask } from '../tasks/subtask-fields.ts'
import { protect } from './csv-cell.ts'
import type { ExportedTask, ExportWriter } from './exported-task.ts'

/** The names of the statuses 0, 1 and 2. */
export const statusNames = ['open', 'in progress', 'done'] as const

/** Characters that some reader takes for the end of a line. */
const lineEnd = /[\n\v\f\r\u0085\u2028\u2029]/

/**
 * The subtasks in one cell: a line for each, `[x] label` if it is done and `[ ] label` if it is not. If a label has more
 * than one line, the cell is a JSON array instead, `[{"label": …, "is_completed": …}]`, so that it can be read back.
 */
export const subtasksCell = (subtasks: readonly Subtask[]): string =>
  subtasks.some(({ label }) => lineEnd.test(label))
    ? JSON.stringify(subtasks.map(({ label, is_completed }) => ({ label, is_completed })))
    : subtasks.map(({ label, is_completed }) => `[${is_completed ? 'x' : ' '}] ${label}`).join('\n')

type CellOf = (task: ExportedTask) => string

const shownText = (value: unknown): string =>
  typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value)

/** The columns whose cells differ from the task's own values. A lane stands for `workflow_lane_id`. */
const special: Partial<Record<TaskFieldName, Record<string, CellOf>>> = {
  status: { status: ({ status }) => statusNames[status] },
  project_id: {},
  workflow_lane_id: { lane: ({ lane }) => lane ?? '' },
  position: {},
  fields: {}, // each has a column of its own
  subtasks: { subtasks: ({ subtasks }) => subtasksCell(subtasks) },
}

const columns: Record<string, CellOf> = Object.fromEntries(
  taskFieldNames.flatMap((name) =>
    Object.entries(special[name] ?? { [name]: (task: ExportedTask) => shownText(task[name]) }),
  ),
)

const trashColumns: Record<string, CellOf> = {
  deleted_at: (task) => ('deleted_at' in task ? task.deleted_at : ''),
}

/** A value of a field: several are separated by commas, which no value of an option contains. */
const valueCell = (value: FieldValue | undefined): string =>
  value === undefined ? '' : textOfValue(value, ',')

/** The columns of the account's fields, by their keys. */
const fieldColumns = (keys: readonly string[]): Record<string, CellOf> =>
  Object.fromEntries(
    keys.map((key): [string, CellOf] => [`fields.${key}`, ({ fields }) => valueCell(valueOf(fields, key))]),
  )

/** A cell, in quotes if it needs them (RFC 4180), or if it begins or ends with a space, which some readers cut off. */
const quoted = (cell: string) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const lineOf = (cells: readonly string[]) => `${cells.map((cell) => quoted(protect(cell))).join(',')}\r\n`

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const byteOrderMark = '\uFEFF'

/**
 * Writes a line for each task after a line with the names of the columns. With `trash` there is the column `deleted_at`.
 * @param keys the keys of the fields that have columns
 */
export function csvWriter(trash: boolean, keys: readonly string[]): ExportWriter {
  const shown = { ...columns, ...fieldColumns(keys), ...(trash && trashColumns) }
  return {
    head: byteOrderMark + lineOf(Object.keys(shown)),
    rowOf: (task) => lineOf(Object.values(shown).map((cellOf) => cellOf(task))),
  }
}
