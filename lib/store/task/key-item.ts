import type { Item } from '../item.ts'
import type { Tenant } from '../tenant.ts'
import type { TransactionWrite } from '../transaction-write.ts'
import { namedId, taskKey, type TaskItem } from './item.ts'

/**
 * The item of an idempotency key. A task with an external id has an id that is computed from the external id. Its
 * idempotency key then needs an item of its own, whose id is computed from the key. This item is not a task: it has no
 * label, and to every write it looks like a task in the trash. It is stored as long as its task is.
 */
export const keyItemOf = (tenant: Tenant, task: TaskItem): Item | undefined =>
  task.key_id === undefined
    ? undefined
    : {
        ...taskKey(tenant, task.key_id),
        task_id: task.id,
        request_hash: task.request_hash,
        deleted_at: task.created_at,
        ...(task.expires_at !== undefined && { expires_at: task.expires_at }),
      }

/** The id of the idempotency key's own item; undefined if the task's id is computed from the key. */
export const keyIdOf = (tenant: Tenant, key: string, externalId: string | undefined): string | undefined =>
  externalId === undefined ? undefined : namedId(tenant, 'idempotency-key', key)

/** The writes that give a key's item the same expiry as its task, when the task enters or leaves the trash. */
export function keyWrites(tenant: Tenant, before: TaskItem, after: TaskItem): TransactionWrite[] {
  const item = before.expires_at === after.expires_at ? undefined : keyItemOf(tenant, after)
  return item ? [{ Put: { Item: item } }] : []
}
