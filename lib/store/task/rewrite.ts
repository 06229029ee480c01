import { randomUUID } from 'node:crypto'
import { serviceUnavailable, type Tenant } from '../send.ts'
import { firstRefusal, get, transact, type CheckedWrite } from '../storage.ts'
import { asTaskItem, indexKeys, taskKey, type TaskItem } from './item.ts'

/** What is to become of a task, decided on what it is. */
export interface Rewrite {
  before: TaskItem
  /** The attributes that change; undefined takes one away. */
  set: { [Name in keyof TaskItem]?: TaskItem[Name] | undefined }
  /** What must be written with it or not at all, such as a project's count. */
  alongside: CheckedWrite[]
}

/**
 * Reads a task, decides, and writes task and company in one transaction, anew whenever another write of the task
 * came in between.
 * @param decide throws where the task as it is does not allow the change
 * @throws ApiError task_not_found by way of `decide`; service_unavailable when others were always faster
 */
export async function rewriteTask(
  tenant: Tenant,
  taskId: string,
  decide: (before: TaskItem | undefined) => Rewrite,
): Promise<TaskItem> {
  const key = taskKey(tenant, taskId)
  let found = await get(tenant, key)
  while (Date.now() < tenant.deadlineMs) {
    const { before, set, alongside } = decide(asTaskItem(found))
    // each attribute is of its own type or gone
    const after = { ...before, ...set, version: before.version + 1, write_id: randomUUID() } as TaskItem
    const refusals = await transact(tenant, [
      ...alongside.map(({ write }) => write),
      {
        Put: {
          Item: { ...key, ...after, ...indexKeys(tenant, after) },
          ConditionExpression: 'version = :seen',
          ExpressionAttributeValues: { ':seen': before.version },
        },
      },
    ])
    if (!refusals) return after
    const taskRefusal = refusals.at(-1)
    if (!taskRefusal) throw firstRefusal(alongside, refusals)
    found = taskRefusal.found
  }
  throw serviceUnavailable()
}
