import type { Field, Project, Task } from '../../../../client/src/index.ts'
import { fieldValueOf, isDated, type FieldValue } from '../../ui/field-value.ts'

/** A column of the list. */
export interface ListColumn {
  /** Its name in the address: `label`, `status`, `lane`, `changed`, or `fields.` and the key of a field. */
  id: string
  name: string
  /** The account's own field that it shows. */
  field?: Field
  /** Its least width in CSS: what is usual there is not cut. */
  width: string
  /** What the column is sorted by; undefined for a task without a value, which comes last. */
  rank: (task: Task) => string | number | undefined
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** The place of a value among the options; a removed option comes after them. */
function optionRank({ options = [] }: Field, value: string): number {
  const index = options.findIndex((option) => option.value === value)
  return index === -1 ? options.length : index
}

function rankOf(field: Field, value: FieldValue | undefined): string | number | undefined {
  if (value === undefined || typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  if (Array.isArray(value)) return Math.min(...value.map((one) => optionRank(field, one)))
  if (typeof value === 'object') return value.email
  return field.type === 'select' ? optionRank(field, value) : value
}

/** The least widths of columns by the types of their fields. A date may be long, as `Overdue: Nov 25, 2026, 12:00 PM`. */
const widths: Readonly<Record<Field['type'], string>> = {
  ...{ text: '160px', number: '110px', checkbox: '100px', url: '180px' },
  ...{ date: '190px', datetime: '260px', select: '130px', multi_select: '160px', member: '190px' },
}

/** The columns of a project's list: those of every task, and a field where a task has a value or that holds dates. */
export function columnsOf(project: Project, fields: readonly Field[], tasks: readonly Task[]): ListColumn[] {
  const used = new Set(tasks.flatMap((task) => Object.keys(task.fields ?? {})))
  const lanes = project.workflow_lanes.map(({ id }) => id)
  const laneRank = ({ workflow_lane_id: id }: Task) => (id === null ? undefined : lanes.indexOf(id))
  // on a phone, these three are as wide as the page: none is cut at its edge
  return [
    { id: 'label', name: 'Task', width: 'min(300px, 43vw)', rank: ({ label }) => label },
    { id: 'status', name: 'Status', width: 'min(124px, 26vw)', rank: ({ status }) => status },
    { id: 'lane', name: 'Lane', width: 'min(140px, 24vw)', rank: laneRank },
    ...fields
      .filter((field) => used.has(field.key) || isDated(field))
      .map((field) => ({
        ...{ id: `fields.${field.key}`, name: field.label, field, width: widths[field.type] },
        rank: (task: Task) => rankOf(field, fieldValueOf(task, field.key)),
      })),
    { id: 'changed', name: 'Changed', width: '200px', rank: ({ updated_at }) => updated_at || undefined },
  ]
}

/** The tracks of the table's columns, and their least width together. The first one takes most of what is left. */
export const gridOf = (columns: readonly ListColumn[]) => ({
  '--tracks': columns.map(({ width }, index) => `minmax(${width}, ${index === 0 ? 3 : 1}fr)`).join(' '),
  '--least': `calc(${columns.map(({ width }) => width).join(' + ')})`,
})

/** The column and the order that a filter's `sort` names. */
export const sortOf = (sort: string): { id: string; isDown: boolean } =>
  sort.startsWith('-') ? { id: sort.slice(1), isDown: true } : { id: sort, isDown: false }

/** The sort after a press on a heading: up, down, then the order of the board again. */
export function nextSort(sort: string, id: string): string {
  const now = sortOf(sort)
  if (now.id !== id) return id
  return now.isDown ? '' : `-${id}`
}

/**
 * Tasks in the order of a column; equal ones keep the order of the board. Tasks without a value come last, in either
 * direction.
 */
export function sorted(
  tasks: readonly Task[],
  columns: readonly ListColumn[],
  sort: string,
): readonly Task[] {
  const { id, isDown } = sortOf(sort)
  const column = columns.find((one) => one.id === id)
  if (!column) return tasks
  return tasks
    .map((task) => ({ task, rank: column.rank(task) }))
    .toSorted((one, other) => {
      if (one.rank === undefined || other.rank === undefined) {
        return Number(one.rank === undefined) - Number(other.rank === undefined)
      }
      const order =
        typeof one.rank === 'number' && typeof other.rank === 'number'
          ? one.rank - other.rank
          : collator.compare(String(one.rank), String(other.rank))
      return isDown ? -order : order
    })
    .map(({ task }) => task)
}
