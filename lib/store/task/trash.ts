import { freePlace } from '../project.ts'
import type { Tenant } from '../send.ts'
import { epochSeconds } from '../table.ts'
import { activeTask, trashRetentionMs } from './item.ts'
import { rewriteTask } from './rewrite.ts'

/**
 * Moves a task with its subtasks to the trash and frees its place. It stays there as the tombstone of the change
 * feed until the TTL purges it.
 * @throws ApiError task_not_found
 */
export async function trashTask(tenant: Tenant, taskId: string): Promise<void> {
  await rewriteTask(tenant, taskId, (found) => {
    const before = activeTask(found)
    const now = new Date()
    return {
      before,
      set: {
        updated_at: now.toISOString(),
        deleted_at: now.toISOString(),
        expires_at: epochSeconds(now.getTime() + trashRetentionMs),
      },
      alongside: [freePlace(tenant, before.project_id)],
    }
  })
}
