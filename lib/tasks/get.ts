import type { VersionedTask } from './task.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Key } from '../table/item.ts'
import { get } from '../table/read-items.ts'
import { activeTask, asTaskItem, taskIdOf, taskKey, toTask } from './task-item.ts'

/** The key of the task with an id or external id. */
export const keyOf = (tenant: Pick<Tenant, 'accountId'>, reference: string): Key =>
  taskKey(tenant, taskIdOf(tenant, reference))

/**
 * Reads an active task by its id or external id.
 * @throws ApiError task_not_found
 */
export async function getTask(tenant: Tenant, reference: string): Promise<VersionedTask> {
  return toTask(activeTask(asTaskItem(await get(tenant, keyOf(tenant, reference)))))
}
