import { notFound } from '../contract/api-error.ts'
import { hasLane, projectKey, type ProjectItem } from '../projects/project-item.ts'
import { findProjectItem } from '../projects/read.ts'
import { decodeCursor, encodeCursor, resumePointShapes } from '../table/cursor.ts'
import { accountPartition, hasExpired } from '../table/item.ts'
import { getMany } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { conditionsOf, readsMuch, type TaskFilter } from './filter.ts'
import { maxReadUnits, readPage, type ReadPage } from './page.ts'
import { projectList, toTask, trashList, trashRetentionMs, type TaskItem } from './task-item.ts'
import type { Task, TrashedTask } from './task.ts'

/** The project to list, and the page. */
export interface Listing {
  projectId: string
  limit: number
  cursor?: string | undefined
}

/** A page, and the cursor of the next one; null on the last page. */
export interface Page<T> {
  tasks: T[]
  next_cursor: string | null
}

/**
 * Names the filters of a list, for its cursor. The names from earlier releases have not changed, so their cursors still
 * work.
 */
function scopeOf({ status, workflowLaneId, ...others }: TaskFilter): string {
  const rest = Object.entries(others).filter(([, value]) => value !== undefined)
  const known = [status ?? null, workflowLaneId === null ? 'none' : (workflowLaneId ?? null)]
  return JSON.stringify([...known, ...rest.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}

/**
 * Lists a project's active tasks by position, one page at a time. With a filter by time or text it reads at most 4 MiB,
 * so a page may be short or empty although others follow.
 * @throws ApiError project_not_found; invalid_request when the cursor does not belong to this list with these filters
 */
export async function listTasks(
  tenant: Tenant,
  { projectId, limit, cursor, ...filter }: Listing & TaskFilter,
): Promise<Page<Task>> {
  const partition = projectList(tenant, projectId)
  const scope = [partition, scopeOf(filter)]
  const { entries, next } = await readPage(tenant, {
    index: 'list',
    partition,
    after: cursor === undefined ? undefined : decodeCursor(scope, cursor, resumePointShapes.tasks),
    limit,
    filter: conditionsOf(filter),
    show: (item) => toTask(item).task,
    ...(readsMuch(filter) && { maxUnits: maxReadUnits }),
  })
  // a project with tasks exists, so only an empty page requires reading the project
  if (entries.length === 0 && !(await findProjectItem(tenant, projectId))) throw notFound('project')
  return {
    tasks: entries.map(({ shown }) => shown),
    next_cursor: next === undefined ? null : encodeCursor(scope, next),
  }
}

/** All projects, or some of them. The last changed tasks come first, unless the order is `oldest`. */
export interface AccountListing {
  projectIds?: readonly string[] | undefined
  order?: 'oldest' | undefined
  limit: number
  cursor?: string | undefined
}

/** @throws ApiError project_not_found if one of them does not exist */
async function checkProjects(tenant: Tenant, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return
  const found = await getMany(
    tenant,
    projectIds.map((id) => projectKey(tenant, id)),
    'pk',
  )
  if (found.length < projectIds.length) throw notFound('project')
}

/**
 * Lists the active tasks of the account by their last change, one page at a time. It reads at most 4 MiB, so a page may
 * be short or empty although others follow. A task that changes between two pages moves to the end with the last
 * changed tasks. A reader who began with the oldest meets it there again; one who began with the newest has passed that
 * end already.
 * @throws ApiError project_not_found; invalid_request when the cursor does not belong to this list with these filters
 */
export async function listAccountTasks(
  tenant: Tenant,
  { order, limit, cursor, ...filter }: AccountListing & TaskFilter,
): Promise<Page<Task>> {
  const partition = accountPartition(tenant.accountId)
  const scope = ['account tasks', partition, order ?? 'newest', scopeOf(filter)]
  const after = cursor === undefined ? undefined : decodeCursor(scope, cursor, resumePointShapes.trash)
  const conditions = conditionsOf(filter)
  const [, { entries, next }] = await Promise.all([
    checkProjects(tenant, filter.projectIds ?? []),
    readPage(tenant, {
      ...{ index: 'changes', partition, descending: order !== 'oldest', after, limit },
      filter: {
        ...conditions,
        expression: [conditions?.expression, 'attribute_not_exists(deleted_at)']
          .filter((part) => part !== undefined)
          .join(' AND '),
      },
      isLoose: conditions === undefined,
      maxUnits: maxReadUnits,
      show: (item) => toTask(item).task,
    }),
  ])
  return {
    tasks: entries.map(({ shown }) => shown),
    next_cursor: next === undefined ? null : encodeCursor(scope, next),
  }
}

/** The task in the trash as the contract shows it, with the lane that it was in. */
export function toTrashedTask(item: TaskItem): TrashedTask {
  const deleted_at = item.deleted_at ?? item.updated_at // all tasks in the trash have deleted_at
  return {
    ...toTask(item).task,
    deleted_at,
    purge_at: new Date(Date.parse(deleted_at) + trashRetentionMs).toISOString(),
  }
}

/** Shows a task without its lane if the lane has been deleted. */
export function withExistingLane(project: ProjectItem, task: TrashedTask): TrashedTask {
  const lane = task.workflow_lane_id
  return lane === null || hasLane(project, lane) ? task : { ...task, workflow_lane_id: null }
}

/** A page of the trash without the tasks that have expired, which DynamoDB may not have deleted yet. */
export function withoutExpired<T>({ entries, next }: Pick<ReadPage<T>, 'entries' | 'next'>) {
  const kept = entries.filter(({ item }) => !hasExpired(item))
  // the trash is ordered by time: after the first expired task, all others have expired too
  return { entries: kept, next: kept.length < entries.length ? undefined : next }
}

/**
 * Lists a project's trash; the task that was deleted last comes first.
 * @throws ApiError project_not_found; invalid_request when the cursor does not belong to this list
 */
export async function listTrash(
  tenant: Tenant,
  { projectId, limit, cursor }: Listing,
): Promise<Page<TrashedTask>> {
  const partition = trashList(tenant, projectId)
  const scope = [partition]
  const after = cursor === undefined ? undefined : decodeCursor(scope, cursor, resumePointShapes.trash)
  const [project, page] = await Promise.all([
    findProjectItem(tenant, projectId),
    readPage(tenant, { index: 'list', partition, descending: true, after, limit, show: toTrashedTask }),
  ])
  if (!project) throw notFound('project')
  const living = withoutExpired(page)
  return {
    tasks: living.entries.map(({ shown }) => withExistingLane(project, shown)),
    next_cursor: living.next === undefined ? null : encodeCursor(scope, living.next),
  }
}
