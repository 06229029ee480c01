import type { Field, Task } from '../../../client/src/index.ts'
import { dayOf } from '../ui/day.ts'
import { fieldValueOf, isOverdue, localDay } from '../ui/field-value.ts'

/** A task with its date or time. */
export interface DueTask {
  task: Task
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
function groupOf(field: Field, { task, value }: DueTask, now: Date): string {
  if (isOverdue(field, value, task.status)) return 'Overdue'
  const day = localDay(field, value)
  if (day <= inDays(now, 0)) return 'Today'
  if (day === inDays(now, 1)) return 'Tomorrow'
  return day <= inDays(now, 7) ? 'Next 7 days' : 'Later'
}

const names = ['Overdue', 'Today', 'Tomorrow', 'Next 7 days', 'Later']

/** Tasks by their dates, in groups that have some. */
export function groupsOf(field: Field, tasks: readonly Task[], now = new Date()): Group[] {
  const dated = tasks
    .flatMap((task): DueTask[] => {
      const value = fieldValueOf(task, field.key)
      return typeof value === 'string' && task.status !== 2 ? [{ task, value }] : []
    })
    .toSorted((one, other) => (one.value < other.value ? -1 : one.value > other.value ? 1 : 0))
  return names
    .map((name) => ({ name, tasks: dated.filter((one) => groupOf(field, one, now) === name) }))
    .filter((group) => group.tasks.length > 0)
}
