import type { InfiniteData } from '@tanstack/preact-query'
import type { Task } from '../../../client/src/index.ts'

/** One page of a column, as the service answers it. */
export interface TaskPage {
  tasks: Task[]
  next_cursor: string | null
}

/** What has been fetched of a column: its tasks by position, from the first one on. */
export type Column = InfiniteData<TaskPage>

/** Which tasks a column holds; no status: any. */
export interface ColumnScope {
  projectId: string
  laneId: string
  statuses: readonly number[]
}

/** The lane of tasks without one, as the API names it in a list's query. */
export const noLane = 'none'

/** In which column a task is. */
export const laneIdOf = (task: Task): string => task.workflow_lane_id ?? noLane

/** Whether a column holds a task, by its lane and status. */
export const belongs = (task: Task, { projectId, laneId, statuses }: ColumnScope): boolean =>
  task.project_id === projectId &&
  laneIdOf(task) === laneId &&
  (statuses.length === 0 || statuses.includes(task.status))

/** The service's order: by position, and by id where two have the same. */
export const isBefore = (one: Task, other: Task) =>
  one.position === other.position ? one.id < other.id : one.position < other.position

/** The tasks of a column. One that moved while pages were fetched may be in two of them: the first counts. */
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

const mapPages = (column: Column, map: (tasks: Task[], index: number) => Task[]): Column => ({
  ...column,
  pages: column.pages.map((page, index) => ({ ...page, tasks: map(page.tasks, index) })),
})

/** The column without a task; the very same one when it has no such task. */
export function without(column: Column, taskId: string): Column {
  if (!taskIn(column, taskId)) return column
  return mapPages(column, (tasks) => tasks.filter(({ id }) => id !== taskId))
}

/**
 * The column with a task as it is now: replaced where it stands, put where its position says, or taken out when it
 * belongs elsewhere. Behind the last page that has been fetched it stays out: it comes with its page.
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
