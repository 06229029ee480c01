import type { InfiniteData } from '@tanstack/preact-query'
import type { Task, TaskMove } from '../../../client/src/index.ts'
import { meetsAll, type FieldConditions } from './field-filter.ts'
import { matchesWords } from './search-words.ts'
import { hasStatus, lingering } from './lingering.ts'

/** The most tasks of a page. */
export const pageSize = 100

/** One page of a column, as the service returns it. */
export interface TaskPage {
  tasks: Task[]
  next_cursor: string | null
}

/** The fetched pages of a column: its tasks by position, starting with the first. */
export type Column = InfiniteData<TaskPage, string | undefined>

/** Which tasks a column holds. */
export interface ColumnScope {
  projectId: string
  laneId: string
  /** Empty: any status. */
  statuses: readonly number[]
  /** Words that the tasks contain; blank: any task. */
  text: string
  /** Absent: any values. */
  fields?: FieldConditions
}

/** Stands for "no lane" in the query of the API's list of tasks. */
export const noLane = 'none'

/** Stands for all lanes in the key of a search: one search answers all columns. */
export const anyLane = 'any'

/** A lane as the API takes it: null is no lane. */
export const laneOrNull = (laneId: string): string | null => (laneId === noLane ? null : laneId)

/** The end of a lane at which a task enters it by every way but dragging: where new tasks come, too. */
export const laneEnd = { to: 'bottom' } as const satisfies TaskMove

/** The lane id of the column that a task is in. */
export const laneIdOf = (task: Task): string => task.workflow_lane_id ?? noLane

/** Whether a task belongs in a column, by its project, lane, status, texts and values. */
export const belongs = (task: Task, { projectId, laneId, statuses, text, fields }: ColumnScope): boolean =>
  task.project_id === projectId &&
  (laneId === anyLane || laneIdOf(task) === laneId) &&
  hasStatus(task, statuses) &&
  matchesWords(task, text) &&
  meetsAll(task, fields)

/**
 * Whether a task may be missing from a column although its place was searched: a page that is not full may end far
 * after its last hit.
 */
export function mayMiss(column: Column, task: Task, scope: ColumnScope): boolean {
  const last = column.pages.at(-1)
  return (
    last !== undefined &&
    last.next_cursor !== null &&
    last.tasks.length < pageSize &&
    belongs(task, scope) &&
    !taskIn(column, task.id)
  )
}

/** The service's order: by position, then by id. */
export const isBefore = (one: Pick<Task, 'id' | 'position'>, other: Pick<Task, 'id' | 'position'>) =>
  one.position === other.position ? one.id < other.id : one.position < other.position

/** The tasks of a column. A task that moved while pages were fetched may be in two of them; the first one counts. */
export function tasksOf(column: Column | undefined): Task[] {
  const found = new Map<string, Task>()
  for (const page of column?.pages ?? []) {
    for (const task of page.tasks) if (!found.has(task.id)) found.set(task.id, task)
  }
  return [...found.values()]
}

/** A task of a column by its id. */
export const taskIn = (column: Column | undefined, taskId: string): Task | undefined =>
  column?.pages.flatMap((page) => page.tasks).find(({ id }) => id === taskId)

/** A page with the tasks of its part of a column that the service leaves out, because they are done, and that linger. */
export function withLingering(page: TaskPage, scope: ColumnScope): TaskPage {
  const last = page.tasks.at(-1)
  const isHere = (task: Task | undefined): task is Task =>
    task?.status === 2 &&
    belongs(task, scope) &&
    (page.next_cursor === null || (last !== undefined && isBefore(task, last))) &&
    !page.tasks.some(({ id }) => id === task.id)
  const more = [...lingering.value.values()].filter(isHere)
  if (more.length === 0) return page
  const tasks = [...page.tasks, ...more].sort((one, other) => (isBefore(one, other) ? -1 : 1))
  return { ...page, tasks }
}

const mapPages = (column: Column, map: (tasks: Task[], index: number) => Task[]): Column => ({
  ...column,
  pages: column.pages.map((page, index) => ({ ...page, tasks: map(page.tasks, index) })),
})

/** The column without a task; the same object if the task is not in it. */
export function without(column: Column, taskId: string): Column {
  if (!taskIn(column, taskId)) return column
  return mapPages(column, (tasks) => tasks.filter(({ id }) => id !== taskId))
}

/**
 * The column with the current version of a task: replaced, moved to its new position, or removed if it belongs
 * elsewhere. A task that sorts after the last fetched page is left out; it will come with its own page.
 */
export function place(column: Column, task: Task, scope: ColumnScope): Column {
  const before = taskIn(column, task.id)
  if (!belongs(task, scope)) return without(column, task.id)
  if (before?.position === task.position) {
    return mapPages(column, (tasks) => tasks.map((other) => (other.id === task.id ? task : other)))
  }
  const rest = without(column, task.id)
  const last = rest.pages.length - 1
  const found = rest.pages.findIndex((page) => page.tasks.some((other) => isBefore(task, other)))
  if (found === -1 && rest.pages[last]?.next_cursor !== null) return rest
  return mapPages(rest, (tasks, index) => {
    if (index !== (found === -1 ? last : found)) return tasks
    const at = tasks.findIndex((other) => isBefore(task, other))
    return tasks.toSpliced(at === -1 ? tasks.length : at, 0, task)
  })
}
