import type { VersionedTask } from '../../contract/task.ts'
import type { Tenant } from '../tenant.ts'
import { get } from '../read-items.ts'
import { activeTask, asTaskItem, taskIdOf, taskKey, toTask } from './item.ts'

/**
 * Reads an active task by its id or external id.
 * @throws ApiError task_not_found
 */
export async function getTask(tenant: Tenant, reference: string): Promise<VersionedTask> {
  return toTask(activeTask(asTaskItem(await get(tenant, taskKey(tenant, taskIdOf(tenant, reference))))))
}
