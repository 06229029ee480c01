import type { Query, QueryClient } from '@tanstack/preact-query'
import type { Task } from '../../../client/src/index.ts'
import { mayMiss, place, taskIn, without, type Column, type ColumnScope } from './columns.ts'

/** The scope in a column's key; undefined for any other key. */
function scopeOf({ queryKey }: Query): ColumnScope | undefined {
  const [, projectId, laneId, statuses, text] = queryKey
  if (typeof projectId !== 'string' || typeof laneId !== 'string' || typeof text !== 'string')
    return undefined
  if (!Array.isArray(statuses)) return undefined
  return { projectId, laneId, statuses: statuses.filter((status) => typeof status === 'number'), text }
}

/** All fetched columns, of all projects. */
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

/** A task from the cached columns. */
export function knownTask(cache: QueryClient, taskId: string): Task | undefined {
  for (const { column } of columnsOf(cache)) {
    const task = taskIn(column, taskId)
    if (task) return task
  }
  return undefined
}

const deleted = new Set<string>()

/** Whether a task is known to be deleted, rather than moved out of view. */
export const wasDeleted = (taskId: string): boolean => deleted.has(taskId)

/** Puts the current version of a task into the cached columns: into the one it belongs to, out of all others. */
export function placeTask(cache: QueryClient, task: Task): void {
  deleted.delete(task.id) // it may have been restored
  mapColumns(cache, (column, scope) => place(column, task, scope))
  for (const { queryKey, scope, column } of columnsOf(cache)) {
    if (mayMiss(column, task, scope)) void cache.invalidateQueries({ queryKey })
  }
}

/** Removes a deleted task from all cached columns. */
export function removeTask(cache: QueryClient, taskId: string): void {
  deleted.add(taskId)
  mapColumns(cache, (column) => without(column, taskId))
}

/** Marks cached queries as stale. Those in use are fetched again at once, the others when they are next used. */
export function refresh(cache: QueryClient, ...stale: (readonly string[])[]): void {
  for (const queryKey of stale) void cache.invalidateQueries({ queryKey })
}
