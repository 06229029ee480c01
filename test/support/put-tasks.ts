import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { newPosition } from '../../lib/tasks/position/new-position.ts'
import { indexKeys, taskKey, type TaskItem } from '../../lib/tasks/task-item.ts'
import { testTable } from './api.ts'
import type { TestTenant } from './tenant.ts'

const batch = 25

/**
 * Writes tasks without counts directly to the table of this test file: creating them one by one would be slow.
 * @returns their ids in the order in which the service lists them
 */
export async function putTasks(
  tenant: TestTenant,
  count: number,
  { isTrashed = false, ...fields }: Partial<TaskItem> & { isTrashed?: boolean } = {},
): Promise<string[]> {
  const startMs = Date.now()
  const tasks = Array.from({ length: count }, (_, n): TaskItem => {
    const id = crypto.randomUUID()
    const now = new Date(startMs + n).toISOString()
    return {
      ...{ id, label: `Task ${n}`, status: 0, project_id: tenant.projectId, position: newPosition() },
      ...{ subtasks: {}, created_at: now, updated_at: now, version: 1, write_id: id },
      ...(isTrashed && { deleted_at: now }),
      ...fields,
    }
  })
  const requests = tasks.map((task) => ({
    PutRequest: { Item: { ...taskKey(tenant, task.id), ...task, ...indexKeys(tenant, task) } },
  }))
  while (requests.length > 0) {
    const RequestItems = { [testTable.name]: requests.splice(0, batch) }
    await testTable.client.send(new BatchWriteCommand({ RequestItems }))
  }
  const ids = tasks.map(({ id }) => id)
  return isTrashed ? ids.reverse() : ids // the trash begins with the newest
}
