import { signal } from '@preact/signals-core'
import type { Query, QueryClient } from '@tanstack/preact-query'
import { isTasksApiError, type Project, type ResourceClient, type Task } from '../../../client/src/index.ts'
import { keys } from './api.ts'
import { mayMiss, place, taskIn, without, type Column, type ColumnScope } from './columns.ts'
import type { FieldConditions } from './field-filter.ts'
import { linger, lingering, lingerNowhere } from './lingering.ts'

/** The scope in a column's key; undefined for any other key. */
function scopeOf({ queryKey }: Query): ColumnScope | undefined {
  const [, projectId, laneId, statuses, text, fields] = queryKey
  if (typeof projectId !== 'string' || typeof laneId !== 'string' || typeof text !== 'string')
    return undefined
  if (!Array.isArray(statuses)) return undefined
  return {
    ...{ projectId, laneId, text },
    statuses: statuses.filter((status) => typeof status === 'number'),
    fields: fields as FieldConditions, // only `keys.column` makes such keys
  }
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

/** Changes a column; `isLate` when a fetch has ended that began before the change. */
type Change = (column: Column, scope: ColumnScope, isLate: boolean) => Column

/**
 * Changes all columns. A running fetch would undo that: it ends with the pages from its beginning, and with pages that
 * may be older than the change. So its result is changed, too.
 */
function mapColumns(cache: QueryClient, map: Change): void {
  for (const query of cache.getQueryCache().findAll({ queryKey: ['tasks'] })) {
    const { queryKey } = query
    const scope = scopeOf(query)
    if (!scope) continue
    const apply = (isLate: boolean) => {
      const column = cache.getQueryData<Column>(queryKey)
      const next = column && map(column, scope, isLate)
      if (next !== column) cache.setQueryData(queryKey, next)
    }
    apply(false)
    if (query.state.fetchStatus === 'idle') continue
    // nothing is rendered in between
    query.promise?.then(
      () => {
        apply(true)
      },
      () => undefined, // a fetch that fails leaves the column as it is
    )
  }
}

/** A task from the cached columns: its newest version, because one that is not in sight may be outdated. */
export function knownTask(cache: QueryClient, taskId: string): Task | undefined {
  let known: Task | undefined
  for (const { column } of columnsOf(cache)) {
    const task = taskIn(column, taskId)
    if (task && (!known || known.updated_at < task.updated_at)) known = task
  }
  return known
}

/** Counts a known task where it is now, until the service's own counts come. */
function recount(cache: QueryClient, before: Task, after: Task | undefined): void {
  const there = after?.project_id === before.project_id ? after : undefined
  if (there?.workflow_lane_id === before.workflow_lane_id) return
  cache.setQueryData<Project>(keys.project(before.project_id), (project) => {
    if (!project) return project
    const change = (laneId: string) =>
      Number(laneId === there?.workflow_lane_id) - Number(laneId === before.workflow_lane_id)
    return {
      ...project,
      task_count: project.task_count - (there ? 0 : 1),
      workflow_lanes: project.workflow_lanes.map((lane) => ({
        ...lane,
        task_count: lane.task_count + change(lane.id),
      })),
    }
  })
}

/**
 * The attributes that a task gets in a lane of its project (null: in none), as far as the cache knows: the lane, and
 * the lane's status.
 */
export function entering(
  cache: QueryClient,
  task: Task,
  laneId: string | null,
): Pick<Task, 'workflow_lane_id' | 'status'> {
  const lanes = cache.getQueryData<Project>(keys.project(task.project_id))?.workflow_lanes
  const given = laneId === task.workflow_lane_id ? null : lanes?.find(({ id }) => id === laneId)?.task_status
  return { workflow_lane_id: laneId, status: given ?? task.status }
}

/** All tasks of the cached columns. One that is in several columns comes several times. */
export const knownTasks = (cache: QueryClient): Task[] =>
  columnsOf(cache).flatMap(({ column }) => column.pages.flatMap((page) => page.tasks))

/** Why a task is gone: it was deleted, it moved to a project that the token does not see, or one of these. */
export type Gone = 'deleted' | 'moved' | 'either'

/** The tasks that are known to be gone, by their ids. */
export const gone = signal<ReadonlyMap<string, Gone>>(new Map())

/** Why a task is known to be gone; undefined if it is only out of view. */
export const whyGone = (taskId: string): Gone | undefined => gone.value.get(taskId)

/** Forgets which tasks are gone: another token may see them. */
export const forgetGone = (): void => {
  gone.value = new Map()
}

/** Puts the current version of a task into the cached columns: into the one it belongs to, out of all others. */
export function placeTask(cache: QueryClient, task: Task): void {
  // it may have been restored, or moved back
  if (gone.value.has(task.id)) gone.value = new Map([...gone.value].filter(([id]) => id !== task.id))
  const known = knownTask(cache, task.id)
  // the feed also tells of what was done before the board was left
  if ((known && known.status !== 2) || lingering.value.has(task.id)) linger(task)
  if (known) recount(cache, known, task)
  mapColumns(cache, (column, scope, isLate) => {
    const isNewer = isLate && (taskIn(column, task.id)?.updated_at ?? '') > task.updated_at
    return isNewer ? column : place(column, task, scope)
  })
  for (const { queryKey, scope, column } of columnsOf(cache)) {
    if (mayMiss(column, task, scope)) void cache.invalidateQueries({ queryKey })
  }
}

/** Removes a task that is gone from all cached columns. */
export function removeTask(cache: QueryClient, taskId: string, why: Gone = 'deleted'): void {
  gone.value = new Map([...gone.value, [taskId, why]])
  lingerNowhere(taskId)
  const known = knownTask(cache, taskId)
  if (known) recount(cache, known, undefined)
  mapColumns(cache, (column) => without(column, taskId))
}

/** Whether a task is gone. Asked after an error that does not say which of two tasks is missing. */
export const isGone = (client: ResourceClient, taskId: string): Promise<boolean> =>
  client.tasks.get(taskId).then(
    () => false,
    (error: unknown) => isTasksApiError(error, 'task_not_found'),
  )

/**
 * Removes a task that the service no longer finds. For a token that is bound to projects, the reason is unknown, unless
 * the feed has told it.
 */
export const removeMissing = (cache: QueryClient, taskId: string, isBound: boolean): void => {
  removeTask(cache, taskId, isBound ? (whyGone(taskId) ?? 'either') : 'deleted')
}

/**
 * Puts what a write has answered into the cache. A read of the same that is under way may have begun before the write, so
 * it is cancelled: its answer would put the old state back. It begins again after that, because it was to bring something
 * that the write's answer may lack.
 */
export function putOver(cache: QueryClient, queryKey: readonly string[], put: () => void): void {
  const isRead = cache.isFetching({ queryKey, exact: true }) > 0
  void cache.cancelQueries({ queryKey, exact: true })
  put()
  if (isRead) refresh(cache, queryKey)
}

/** The same, for what is in one place of the cache. */
export const putAnswer = (cache: QueryClient, queryKey: readonly string[], answer: { id: string }): void => {
  putOver(cache, queryKey, () => cache.setQueryData(queryKey, answer))
}

/** Marks cached queries as stale. Those in use are fetched again at once, the others when they are next used. */
export function refresh(cache: QueryClient, ...stale: (readonly string[])[]): void {
  for (const queryKey of stale) void cache.invalidateQueries({ queryKey })
}
