import { notFound } from '../../api-error.ts'
import type { Task, TrashedTask } from '../../contract/task.ts'
import { decodeCursor, encodeCursor, resumePointShapes } from '../cursor.ts'
import { hasLane, type ProjectItem } from '../project/item.ts'
import { findProjectItem } from '../project/read.ts'
import type { Tenant } from '../tenant.ts'
import { hasExpired } from '../item.ts'
import { projectList, toTask, trashList, trashRetentionMs, type TaskItem } from './item.ts'
import { readPage } from './page.ts'

/** The project to list, and the page. */
export interface Listing {
  projectId: string
  limit: number
  cursor?: string | undefined
}

/** The tasks to list. The lane `none` stands for tasks without a lane. */
export interface TaskFilter {
  status?: Task['status'][] | undefined
  workflowLaneId?: string | undefined
}

/** A page, and the cursor of the next one; null on the last page. */
export interface Page<T> {
  tasks: T[]
  next_cursor: string | null
}

function filterOf({ status, workflowLaneId }: TaskFilter) {
  if (status === undefined && workflowLaneId === undefined) return undefined
  const statuses = Object.fromEntries((status ?? []).map((value, index) => [`:status${index}`, value]))
  const byStatus = status && `#status IN (${Object.keys(statuses).join(', ')})`
  const inLane = workflowLaneId !== undefined && workflowLaneId !== 'none'
  const byLane = inLane
    ? 'workflow_lane_id = :lane'
    : workflowLaneId && 'attribute_not_exists(workflow_lane_id)'
  return {
    expression: [byStatus, byLane].filter((part) => part !== undefined).join(' AND '),
    values: { ...statuses, ...(inLane && { ':lane': workflowLaneId }) },
    ...(status && { names: { '#status': 'status' } }),
  }
}

/**
 * Lists a project's active tasks by position, one page at a time.
 * @throws ApiError project_not_found; invalid_request when the cursor does not belong to this list with these filters
 */
export async function listTasks(
  tenant: Tenant,
  { projectId, limit, cursor, status, workflowLaneId }: Listing & TaskFilter,
): Promise<Page<Task>> {
  const partition = projectList(tenant, projectId)
  const scope = [partition, JSON.stringify([status ?? null, workflowLaneId ?? null])]
  const after = cursor === undefined ? undefined : decodeCursor(scope, cursor, resumePointShapes.tasks)
  const filter = filterOf({ status, workflowLaneId })
  const show = (item: TaskItem) => toTask(item).task
  const { entries, next } = await readPage(tenant, { index: 'list', partition, after, limit, filter, show })
  // a project with tasks exists, so only an empty page requires reading the project
  if (entries.length === 0 && !(await findProjectItem(tenant, projectId))) throw notFound('project')
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
  const [project, { entries, next }] = await Promise.all([
    findProjectItem(tenant, projectId),
    readPage(tenant, { index: 'list', partition, descending: true, after, limit, show: toTrashedTask }),
  ])
  if (!project) throw notFound('project')
  const kept = entries.filter(({ item }) => !hasExpired(item))
  // the trash is ordered by time: after the first expired task, all others have expired too
  const ends = next === undefined || kept.length < entries.length
  return {
    tasks: kept.map(({ shown }) => withExistingLane(project, shown)),
    next_cursor: ends ? null : encodeCursor(scope, next),
  }
}
