import type { Field, Task } from '../../../client/src/index.ts'
import { dayOf } from '../ui/day.ts'
import { fieldValueOf, isOverdue, localDay } from '../ui/field-value.ts'

/** A task with one of its dates or times. */
export interface DueTask {
  task: Task
  field: Field
  value: string
}

/** The tasks of one part of the time, the next date first. */
export interface Group {
  name: string
  tasks: DueTask[]
}

const inDays = (now: Date, days: number): string =>
  dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days))

/** The name of the group of a date, in the person's time zone. */
function groupOf({ task, field, value }: DueTask, now: Date): string {
  if (isOverdue(field, value, task.status)) return 'Overdue'
  const day = localDay(field, value)
  if (day <= inDays(now, 0)) return 'Today'
  if (day === inDays(now, 1)) return 'Tomorrow'
  return day <= inDays(now, 7) ? 'Next 7 days' : 'Later'
}

const names = ['Overdue', 'Today', 'Tomorrow', 'Next 7 days', 'Later']

/** The order of dates and times in the person's time zone. A date comes before the times of its day. */
const orderOf = ({ field, value }: DueTask): string =>
  field.type === 'date' ? value : `${localDay(field, value)} ${value}`

/** Tasks by their dates, in groups that have some. A task with dates in several of the fields is there for each. */
export function groupsOf(fields: readonly Field[], tasks: readonly Task[], now = new Date()): Group[] {
  const dated = tasks
    .filter(({ status }) => status !== 2)
    .flatMap((task) =>
      fields.flatMap((field): DueTask[] => {
        const value = fieldValueOf(task, field.key)
        return typeof value === 'string' ? [{ task, field, value }] : []
      }),
    )
    .map((due) => ({ due, order: orderOf(due) }))
    .toSorted((one, other) => (one.order < other.order ? -1 : one.order > other.order ? 1 : 0))
    .map(({ due }) => due)
  return names
    .map((name) => ({ name, tasks: dated.filter((one) => groupOf(one, now) === name) }))
    .filter((group) => group.tasks.length > 0)
}
