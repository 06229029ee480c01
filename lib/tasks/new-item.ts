import { randomUUID } from 'node:crypto'
import type { NewTask } from './task.ts'
import { newPosition } from './position/new-position.ts'
import { newAttributes } from '../table/attributes.ts'
import type { Tenant } from '../table/tenant.ts'
import { taskAttributes } from './fields.ts'
import { namedId, subtaskAttributes, type TaskItem } from './task-item.ts'

/** The attributes of a new task that its request does not contain. A replay uses those of the first request. */
export type Birth = Pick<TaskItem, 'id' | 'position' | 'created_at' | 'version'>

/** The item of a new task. */
export function newItem(tenant: Tenant, request: NewTask, birth: Birth): TaskItem {
  const subtasks = request.subtasks.map((subtask, index) => [
    namedId(tenant, 'subtask', `${birth.id} ${index}`),
    { ...newAttributes(subtaskAttributes, subtask), rank: newPosition() },
  ])
  return {
    ...birth,
    ...newAttributes(taskAttributes, request),
    // Object.fromEntries does not keep the type
    subtasks: Object.fromEntries(subtasks) as TaskItem['subtasks'],
    updated_at: birth.created_at,
    write_id: randomUUID(),
    ...(tenant.writer !== undefined && { writer: tenant.writer }),
  }
}

/** The id by which a repeat of a create is known, computed from its idempotency key. */
export const idOfKey = (tenant: Tenant, key: string): string => namedId(tenant, 'idempotency-key', key)

/**
 * The id of a new task: computed from its external id if it has one, else the id by which a repeat is known, else
 * random.
 */
export function newId(tenant: Tenant, { externalId }: NewTask, repeatId: string | undefined): string {
  if (externalId !== undefined) return namedId(tenant, 'external-id', externalId)
  return repeatId ?? randomUUID()
}
