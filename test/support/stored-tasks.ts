import { newPosition } from '../../lib/tasks/position/new-position.ts'
import { partsOf } from '../../lib/table/in-parallel.ts'
import { countsKey } from '../../lib/projects/project-item.ts'
import { indexKeys, taskKey, type TaskItem } from '../../lib/tasks/task-item.ts'
import { itemsPerBatch, putMany, update } from '../../lib/table/write-items.ts'
import type { TestTenant } from './tenant.ts'

/** Writes tasks with these attributes directly to the table, in this order, with their count. Returns their ids. */
export async function storeTasks(tenant: TestTenant, parts: readonly Partial<TaskItem>[]): Promise<string[]> {
  const now = new Date().toISOString()
  const tasks = parts.map((part): TaskItem => {
    const id = crypto.randomUUID()
    return {
      ...{ id, label: 'A task', status: 0, project_id: tenant.projectId, position: newPosition() },
      ...{ subtasks: {}, created_at: now, updated_at: now, version: 1, write_id: id },
      ...part,
    }
  })
  const items = tasks.map((task) => ({ ...taskKey(tenant, task.id), ...task, ...indexKeys(tenant, task) }))
  for (const batch of partsOf(items, itemsPerBatch)) await putMany(tenant, batch)
  await update(tenant, {
    Key: countsKey(tenant, tenant.projectId),
    UpdateExpression: 'SET task_count = task_count + :count',
    ExpressionAttributeValues: { ':count': tasks.length },
  })
  return tasks.map(({ id }) => id)
}
