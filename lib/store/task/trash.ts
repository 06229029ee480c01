import { ApiError, notFound } from '../../api-error.ts'
import type { Precondition } from '../../contract/headers.ts'
import type { VersionedTask } from '../../contract/task.ts'
import type { Tenant } from '../tenant.ts'
import { epochSeconds, hasExpired } from '../item.ts'
import { activeTask, taskIdOf, timeAfter, toTask, trashRetentionMs, type TaskItem } from './item.ts'
import { checkVersion } from './precondition.ts'
import { rewriteTask } from './rewrite.ts'

/**
 * Moves a task with its subtasks to the trash and frees its place. It stays there as the tombstone of the change
 * feed until the TTL purges it.
 * @throws ApiError task_not_found, precondition_failed
 */
export async function trashTask(
  tenant: Tenant,
  reference: string,
  precondition?: Precondition,
): Promise<void> {
  await rewriteTask(tenant, taskIdOf(tenant, reference), (found, nowMs) => {
    const before = activeTask(found)
    checkVersion(before, precondition)
    const now = timeAfter(before.updated_at, nowMs)
    const expires_at = epochSeconds(Date.parse(now) + trashRetentionMs)
    return { before, set: { deleted_at: now, updated_at: now, expires_at } }
  })
}

const isLaneGone = (error: unknown) => error instanceof ApiError && error.code === 'lane_not_found'

/** Takes a task out of the trash, into its lane or, if `withoutLane`, into none. */
function restore(
  tenant: Tenant,
  taskId: string,
  precondition: Precondition,
  withoutLane: boolean,
): Promise<TaskItem> {
  return rewriteTask(tenant, taskId, (found) => {
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
  })
}

/**
 * Takes a task out of the trash, back to where it stood; without its lane if that is gone. One that is not in the
 * trash stays as it is, so that a repeat does no harm.
 * @throws ApiError task_not_found (also past its time there), precondition_failed, project_not_found, quota_exceeded
 */
export async function restoreTask(
  tenant: Tenant,
  reference: string,
  precondition?: Precondition,
): Promise<VersionedTask> {
  const taskId = taskIdOf(tenant, reference)
  try {
    return toTask(await restore(tenant, taskId, precondition, false))
  } catch (error) {
    if (!isLaneGone(error)) throw error
    return toTask(await restore(tenant, taskId, precondition, true))
  }
}
