import type { Task } from '../tasks/task.ts'
import type { FileValue } from './parsed.ts'
import { statusOf } from './status.ts'

/*
 * The columns of CSV files from Asana, Jira, Planner and TickTick that tables of our own do not have, by their folded
 * names. Every other column of such a file is a value, or it is named as left out.
 */

/** Columns that fill a field of a task if the file has no column of its own for it; the first one with text counts. */
export const laneColumns = ['section/column', 'bucketname', 'columnname', 'listname']
export const descriptionColumns = ['content']
export const checklistColumns = ['checklistitems']

/** Columns with names of statuses, beside the status itself. */
export const statusColumns = ['statuscategory', 'progress']

/** Columns that say that a task is done: by a date, by yes, or by the kind of its end. */
export const doneColumns = [
  ...['completedat', 'completeddate', 'completedtime', 'completedon', 'completed', 'iscompleted', 'done'],
  ...['resolved', 'resolution', 'closedat', 'dateclosed'],
]

const jiraIdColumns = ['issueid', 'workitemid']

/** Columns with the id of a row, with Jira's other name for it, and with the parent's label. */
export const idColumns = ['taskid', ...jiraIdColumns]
export const keyColumns = ['issuekey', 'workitemkey']
export const parentLabelColumns = ['parenttask']

/** Columns that say what a row of Jira is: an epic, a story, a sub-task. */
export const typeColumns = ['issuetype', 'worktype']

/** Columns with the id of a row's parent. In a table of Jira, `Parent` has it, too, and `Parent key` the other name. */
export const parentIdColumnsOf = (hasColumn: (name: string) => boolean): string[] => [
  ...['parentid', 'parenttaskid'],
  ...([...jiraIdColumns, ...keyColumns].some(hasColumn) ? ['parent', 'parentkey'] : []),
]

const dated = /^\d{1,4}[-/. ]/
const said = /^(?:yes|y|true|1|x|done|complete|completed)$/i
const notDone = /^(?:no|n|false|0|-|unresolved|incomplete)$/i

/** The status that a cell of `statusColumns` names. A number there is a percentage. */
export const namedStatus = (cell: string): Task['status'] | undefined =>
  /^\d*$/.test(cell.trim()) ? undefined : (statusOf(cell) ?? undefined)

/** Whether a cell of `doneColumns` says that its task is done; undefined if it says nothing that we know. */
export function isDone(cell: string, column: string): boolean | undefined {
  const text = cell.trim()
  if (text === '') return undefined
  if (notDone.test(text)) return false
  return column === 'resolution' || dated.test(text) || said.test(text) ? true : undefined
}

/** The status of TickTick: 0 is normal, 1 is completed, 2 is archived, and -1 is what will not be done. */
const ticktickStatuses: Readonly<Record<string, Task['status']>> = { '0': 0, '1': 2, '2': 2, '-1': 2 }

export const ticktickStatus = (cell: string): ReturnType<typeof statusOf> =>
  ticktickStatuses[cell.trim()] ?? statusOf(cell)

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Dates as people and other tools write them. With dots, the day comes first. */
const dateForms = [
  /^(?<month>[a-z]{3})[a-z]* (?<day>\d{1,2}),? (?<year>\d{4})\b/i, // Todoist and Notion: Oct 5, 2026
  /^(?<day>\d{1,2})\.? (?<month>[a-z]{3})[a-z]*\.?,? (?<year>\d{4})$/i, // Todoist: 5 Oct 2026
  /^(?<day>\d{1,2})\/(?<month>[a-z]{3})\/(?<year>\d{2}(?:\d{2})?)(?<time> \d{1,2}:\d{2} [ap]m)?$/i, // Jira: 05/Oct/26 2:30 PM
  /^(?<year>\d{4})[./](?<month>\d{1,2})[./](?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
  /^(?<day>1[3-9]|2\d|3[01])\/(?<month>\d{1,2})\/(?<year>\d{4})$/, // only one of the two can be the month
  /^(?<month>\d{1,2})\/(?<day>1[3-9]|2\d|3[01])\/(?<year>\d{4})$/,
]

/**
 * The date of a text in ISO form, if other tools write it in English or in figures: `Oct 5 2026`, `05/Oct/26 2:30 PM`,
 * `30.11.2026`, `11/30/2026`. Any other text stays as it is: `05/06/2026` may be of May or of June, and other texts may be a date
 * that repeats, or one in another language.
 */
export function isoDate(text: string): string {
  const found = dateForms.map((form) => form.exec(text.trim())).find((one) => one !== null)
  const { month = '', day = '', year = '', time = '' } = found?.groups ?? {}
  const number = /^\d+$/.test(month) ? Number(month) : months.indexOf(month.toLowerCase()) + 1
  if (number === 0) return text
  return `${year.padStart(4, '20')}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}${time}`
}

/** The fields that columns are for, if no field of the account has the name of the column. */
const fields: Readonly<Record<string, Pick<FileValue, 'key' | 'label' | 'type'>>> = {
  duedate: { key: 'due', label: 'Due', type: 'date' },
  startdate: { key: 'start', label: 'Start', type: 'date' },
  priority: { key: 'priority', label: 'Priority', type: 'select' },
  tags: { key: 'labels', label: 'Labels', type: 'multi_select' },
  labels: { key: 'labels', label: 'Labels', type: 'multi_select' },
  assignee: { key: 'assignee', label: 'Assignee', type: 'text' },
  assignedto: { key: 'assignee', label: 'Assignee', type: 'text' },
}

/** The priorities of TickTick, which are numbers. 0 is none. */
const ticktickPriorities: Readonly<Record<string, string>> = { '1': 'low', '3': 'medium', '5': 'high' }

/** A tool whose cells need a reading of their own. */
export type Tool = 'planner' | 'ticktick' | undefined

/** The tool that has written a file with these columns. */
export function toolOf(hasColumn: (name: string) => boolean): Tool {
  if (['listname', 'taskid', 'parentid'].every(hasColumn)) return 'ticktick'
  return ['taskname', 'bucketname'].every(hasColumn) ? 'planner' : undefined
}

/**
 * What a column of another tool holds, and for which field; undefined if the column is not known, or `none` if its value
 * means that there is none.
 * @param column its folded name
 */
export function knownValue(
  column: string,
  cell: string,
  tool: Tool,
): (Pick<FileValue, 'key' | 'label' | 'type' | 'isColumn'> & { given: string }) | 'none' | undefined {
  const field = Object.hasOwn(fields, column) ? fields[column] : undefined
  if (!field) return undefined
  const known = { ...field, isColumn: true }
  const isTickTick = tool === 'ticktick'
  if (field.type === 'date') {
    return { ...known, given: cell.trim(), ...(isTickTick && { type: 'datetime' }) }
  }
  if (column === 'priority' && isTickTick) {
    const given = ticktickPriorities[cell.trim()]
    return given === undefined ? 'none' : { ...known, given }
  }
  const isList = tool === 'planner' && field.type === 'multi_select'
  return { ...known, given: isList ? cell.replaceAll(';', ',') : cell }
}
