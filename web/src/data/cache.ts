import type { Query, QueryClient } from '@tanstack/preact-query'
import type { Task } from '../../../client/src/index.ts'
import { place, taskIn, without, type Column, type ColumnScope } from './columns.ts'

/** What the key of a column says; undefined for the key of something else. */
function scopeOf({ queryKey }: Query): ColumnScope | undefined {
  const [, projectId, laneId, statuses] = queryKey
  if (typeof projectId !== 'string' || typeof laneId !== 'string' || !Array.isArray(statuses))
    return undefined
  return { projectId, laneId, statuses: statuses.filter((status) => typeof status === 'number') }
}

/** The columns of all projects that have been fetched. */
function columnsOf(cache: QueryClient) {
  return cache
    .getQueryCache()
    .findAll({ queryKey: ['tasks'] })
    .flatMap((query) => {
      const scope = scopeOf(query)
      const column = cache.getQueryData<Column>(query.queryKey)
      return scope && column ? [{ queryKey: query.queryKey, scope, column }] : []
    })
}

function mapColumns(cache: QueryClient, map: (column: Column, scope: ColumnScope) => Column): void {
  for (const { queryKey, scope, column } of columnsOf(cache)) {
    const next = map(column, scope)
    if (next !== column) cache.setQueryData(queryKey, next)
  }
}

/** A task as the columns know it. */
export function knownTask(cache: QueryClient, taskId: string): Task | undefined {
  for (const { column } of columnsOf(cache)) {
    const task = taskIn(column, taskId)
    if (task) return task
  }
  return undefined
}

const deleted = new Set<string>()

/** Whether a task is known to be deleted, rather than moved to where it is not shown. */
export const wasDeleted = (taskId: string): boolean => deleted.has(taskId)

/** Shows a task as it is now, in the column and at the place where it belongs, and nowhere else. */
export function placeTask(cache: QueryClient, task: Task): void {
  deleted.delete(task.id) // it may have come out of the trash
  mapColumns(cache, (column, scope) => place(column, task, scope))
}

/** Takes a task that was deleted out of all columns. */
export function removeTask(cache: QueryClient, taskId: string): void {
  deleted.add(taskId)
  mapColumns(cache, (column) => without(column, taskId))
}

/** Says that these have to be read again; what nobody looks at is read when somebody does. */
export function refresh(cache: QueryClient, ...stale: (readonly string[])[]): void {
  for (const queryKey of stale) void cache.invalidateQueries({ queryKey })
}
