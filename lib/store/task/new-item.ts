import { randomUUID } from 'node:crypto'
import type { NewTask } from '../../contract/task.ts'
import { newPosition } from '../../position/new-position.ts'
import { newAttributes } from '../attributes.ts'
import type { Tenant } from '../tenant.ts'
import { namedId, subtaskAttributes, taskAttributes, type TaskItem } from './item.ts'

/** What a request does not say of the task that it makes. With the same once more, it is the same task: a replay. */
export type Birth = Pick<TaskItem, 'id' | 'position' | 'created_at' | 'version'>

/** The item that a request makes. */
export function newItem(tenant: Tenant, request: NewTask, birth: Birth): TaskItem {
  const subtasks = request.subtasks.map((subtask, index) => [
    namedId(tenant, 'subtask', `${birth.id} ${index}`),
    { ...newAttributes(subtaskAttributes, subtask), rank: newPosition() },
  ])
  return {
    ...birth,
    ...newAttributes(taskAttributes, request),
    // the type of a map from pairs is lost on the way
    subtasks: Object.fromEntries(subtasks) as TaskItem['subtasks'],
    updated_at: birth.created_at,
    write_id: randomUUID(),
  }
}

/** The task's id: of its external id or its idempotency key, so that a repeat meets what it made before. */
export function newId(tenant: Tenant, { externalId }: NewTask, key: string | undefined): string {
  if (externalId !== undefined) return namedId(tenant, 'external-id', externalId)
  return key === undefined ? randomUUID() : namedId(tenant, 'idempotency-key', key)
}
