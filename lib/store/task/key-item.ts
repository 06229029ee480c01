import type { Item } from '../item.ts'
import type { Tenant } from '../tenant.ts'
import type { TransactionWrite } from '../write-items.ts'
import { namedId, taskKey, type TaskItem } from './item.ts'

/**
 * With an external id the task's id says nothing of its idempotency key. So an item of its own takes the place that
 * the key names. It is no task: it has no label, and looks deleted to every write. It stays as long as its task
 * does; that of a lost task, whose project is gone, until the trash ends.
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

/** The id under which a task's idempotency key lies, where the task lies elsewhere. */
export const keyIdOf = (tenant: Tenant, key: string, externalId: string | undefined): string | undefined =>
  externalId === undefined ? undefined : namedId(tenant, 'idempotency-key', key)

/** The writes that let the item of a key end with its task, or stay with it again. */
export function keyWrites(tenant: Tenant, before: TaskItem, after: TaskItem): TransactionWrite[] {
  const item = before.expires_at === after.expires_at ? undefined : keyItemOf(tenant, after)
  return item ? [{ Put: { Item: item } }] : []
}
