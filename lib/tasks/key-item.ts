import type { Item } from '../table/item.ts'
import type { Tenant } from '../table/tenant.ts'
import type { TransactionWrite } from '../table/transaction-write.ts'
import { taskKey, type TaskItem } from './task-item.ts'

/**
 * The item of the name by which a repeat of a create is known: its idempotency key, or what a form knows its submission
 * by. A task with an external id has an id that is computed from the external id. The other name then needs an item of
 * its own, under the id that is computed from it. This item is not a task: it has no label, and to every write it looks
 * like a task in the trash. It is stored as long as its task is.
 */
export const keyItemOf = (tenant: Tenant, task: TaskItem): Item | undefined =>
  task.key_id === undefined
    ? undefined
    : {
        ...taskKey(tenant, task.key_id),
        task_id: task.id,
        ...(task.request_hash !== undefined && { request_hash: task.request_hash }),
        deleted_at: task.created_at,
        ...(task.expires_at !== undefined && { expires_at: task.expires_at }),
      }

/** The writes that give a key's item the same expiry as its task, when the task enters or leaves the trash. */
export function keyWrites(tenant: Tenant, before: TaskItem, after: TaskItem): TransactionWrite[] {
  const item = before.expires_at === after.expires_at ? undefined : keyItemOf(tenant, after)
  return item ? [{ Put: { Item: item } }] : []
}
