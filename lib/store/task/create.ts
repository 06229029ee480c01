import { randomUUID } from 'node:crypto'
import type { Task, VersionedTask } from '../../contract/task.ts'
import { newPosition } from '../../position/new-position.ts'
import { takePlace } from '../project.ts'
import type { Tenant } from '../send.ts'
import { firstRefusal, transact } from '../storage.ts'
import { indexKeys, taskKey, toTask, type TaskItem } from './item.ts'

export interface NewTask {
  projectId: string
  label: string
  description?: string | null | undefined
  status: Task['status']
}

/**
 * Adds a task at the end of its project and counts it, in one transaction.
 * @throws ApiError project_not_found, quota_exceeded
 */
export async function createTask(
  tenant: Tenant,
  { projectId, label, description, status }: NewTask,
): Promise<VersionedTask> {
  const now = new Date().toISOString()
  const item: TaskItem = {
    id: randomUUID(),
    label,
    status,
    project_id: projectId,
    position: newPosition(),
    ...(description != null && { description }),
    subtasks: {},
    created_at: now,
    updated_at: now,
    version: 1,
    write_id: randomUUID(),
  }
  const place = takePlace(tenant, projectId)
  const refusals = await transact(tenant, [
    place.write,
    {
      Put: {
        Item: { ...taskKey(tenant, item.id), ...item, ...indexKeys(tenant, item) },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ])
  if (refusals) throw firstRefusal([place], refusals)
  return toTask(item)
}
