import { notFound } from '../contract/api-error.ts'
import { checkPrecondition, type Precondition } from '../contract/headers.ts'
import type { Item } from '../table/item.ts'
import { get } from '../table/read-items.ts'
import { isWithin, whileWithin, type Bounds, type Tenant } from '../table/tenant.ts'
import { taskIdOf } from './external-id.ts'
import { anyTask, taskKey, toTask, type TaskItem } from './task-item.ts'
import type { Origin } from './origin.ts'
import type { VersionedTask } from './task.ts'
import { decodeWriter } from './writer.ts'

/*
 * The only place that decides whether a request may see and write a task: the task exists, in a project within the
 * bounds of the request's token, is not in the trash, and has one of the versions in `If-Match`. Each rule is here
 * twice: for a task that was read, and as the condition of a write. The keys of projects and of their lists keep the
 * bounds anyway: `nameInKeys`.
 */

/** The task of an item that was read; undefined if there is none, or if it is beyond the request's bounds. */
export function visibleTask(bounds: Bounds, item: Item | undefined): TaskItem | undefined {
  const task = anyTask(item)
  return task && isWithin(bounds, task.project_id) ? task : undefined
}

/**
 * Checks that a task still has one of the versions in `If-Match`.
 * @throws ApiError precondition_failed, with the current task
 */
export function checkVersion(item: TaskItem, precondition: Precondition): void {
  checkPrecondition('task', item.version, precondition, () => ({ task: toTask(item) }))
}

/**
 * Returns the task if it exists, is not in the trash, and has one of the versions in `If-Match`.
 * @throws ApiError task_not_found, precondition_failed
 */
export function activeTask(task: TaskItem | undefined, precondition?: Precondition): TaskItem {
  if (!task || task.deleted_at !== undefined) throw notFound('task')
  checkVersion(task, precondition)
  return task
}

/** The same as the condition of a write, with its values. */
export function whileActive(
  bounds: Bounds,
  precondition?: Precondition,
): { conditions: string[]; values: Item } {
  const within = whileWithin(bounds)
  const versions = Object.fromEntries(
    (precondition ?? []).map((version, index) => [`:version${index}`, version]),
  )
  return {
    conditions: [
      'attribute_exists(pk) AND attribute_not_exists(deleted_at)',
      ...(within ? [within.condition] : []),
      ...(precondition ? [`version IN (${Object.keys(versions).join(', ')})`] : []),
    ],
    values: { ...within?.values, ...versions },
  }
}

/**
 * Reads an active task by its id or external id.
 * @throws ApiError task_not_found, precondition_failed
 */
export const readActive = async (
  tenant: Tenant,
  reference: string,
  precondition?: Precondition,
): Promise<TaskItem> =>
  activeTask(
    visibleTask(tenant, await get(tenant, taskKey(tenant, await taskIdOf(tenant, reference)))),
    precondition,
  )

/**
 * Reads an active task as answers show it.
 * @throws ApiError task_not_found
 */
export const getTask = async (tenant: Tenant, reference: string): Promise<VersionedTask> =>
  toTask(await readActive(tenant, reference))

/**
 * The same, with the origin of its last write; null if the release that wrote it did not keep origins.
 * @throws ApiError task_not_found
 */
export async function getTaskWithOrigin(
  tenant: Tenant,
  reference: string,
): Promise<VersionedTask & { origin: Origin | null }> {
  const item = await readActive(tenant, reference)
  return { ...toTask(item), origin: decodeWriter(item.writer) }
}
