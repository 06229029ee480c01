import { ApiError, notFound } from '../contract/api-error.ts'
import type { Precondition } from '../contract/headers.ts'
import { epochSeconds, hasExpired, timeAfter } from '../table/item.ts'
import type { Tenant } from '../table/tenant.ts'
import { activeTask, checkVersion } from './gate.ts'
import { type Rewrite, rewriteTask } from './rewrite.ts'
import { taskIdOf } from './external-id.ts'
import { toTask, trashRetentionMs, type TaskItem } from './task-item.ts'
import type { VersionedTask } from './task.ts'

/** What happens to a task that was read, at a time in milliseconds; the task itself if nothing does. It throws if it must not. */
type Decide = (found: TaskItem | undefined, nowMs: number) => Rewrite | TaskItem

/** @throws ApiError task_not_found, precondition_failed */
export const trashing =
  (precondition: Precondition): Decide =>
  (found, nowMs) => {
    const before = activeTask(found, precondition)
    const now = timeAfter(before.updated_at, nowMs)
    const expires_at = epochSeconds(Date.parse(now) + trashRetentionMs)
    return { before, set: { deleted_at: now, expires_at } }
  }

/**
 * Takes a task out of the trash and back into its lane, or into no lane if `withoutLane`.
 * @throws ApiError task_not_found, precondition_failed
 */
export const restoring =
  (precondition: Precondition, withoutLane = false): Decide =>
  (found) => {
    if (!found || hasExpired(found)) throw notFound('task')
    checkVersion(found, precondition)
    if (found.deleted_at === undefined) return found
    return {
      before: found,
      set: {
        deleted_at: undefined,
        expires_at: undefined,
        ...(withoutLane && { workflow_lane_id: undefined }),
      },
    }
  }

/**
 * Moves a task with its subtasks to the trash. It no longer counts against the quota. Until the TTL purges it, it is
 * also the tombstone in the change feed.
 * @throws ApiError task_not_found, precondition_failed
 */
export async function trashTask(
  tenant: Tenant,
  reference: string,
  precondition?: Precondition,
): Promise<void> {
  await rewriteTask(tenant, await taskIdOf(tenant, reference), trashing(precondition))
}

const isLaneGone = (error: unknown) => error instanceof ApiError && error.code === 'lane_not_found'

/**
 * Restores a task from the trash to its position and lane; without the lane if that was deleted. A task that is not in
 * the trash is returned unchanged, so that a repeat does no harm.
 * @throws ApiError task_not_found (also after 40 days), precondition_failed, project_not_found, quota_exceeded
 */
export async function restoreTask(
  tenant: Tenant,
  reference: string,
  precondition?: Precondition,
): Promise<VersionedTask> {
  const taskId = await taskIdOf(tenant, reference)
  try {
    return toTask(await rewriteTask(tenant, taskId, restoring(precondition)))
  } catch (error) {
    if (!isLaneGone(error)) throw error
    return toTask(await rewriteTask(tenant, taskId, restoring(precondition, true)))
  }
}
