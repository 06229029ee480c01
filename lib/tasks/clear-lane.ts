import { changeCounts } from '../projects/counts.ts'
import type { Tenant } from '../table/tenant.ts'
import { stamped } from '../table/stamped.ts'
import { query } from '../table/read-items.ts'
import { transact } from '../table/write-items.ts'
import type { TransactionWrite } from '../table/transaction-write.ts'
import type { Item } from '../table/item.ts'
import { updateOf } from '../table/update-expression.ts'
import { isActive, projectList, stampOf, taskKey, type TaskItem } from './task-item.ts'

/** A transaction may hold 4 MB: ten items of the largest size, 400 KB. */
const tasksPerTransaction = 10

/** Takes a task out of a lane, if it is still in the lane and has no later stamp. */
function leaveLane(tenant: Tenant, task: TaskItem, laneId: string, nowMs: number): TransactionWrite {
  const { ExpressionAttributeValues, ...expression } = updateOf(
    {
      workflow_lane_id: undefined,
      ...stampOf(tenant, task, nowMs),
    },
    { version: 1 },
  )
  return {
    Update: {
      Key: taskKey(tenant, task.id),
      ...expression,
      ExpressionAttributeValues: {
        ...ExpressionAttributeValues,
        ':lane': laneId,
        ':project': task.project_id,
      },
      ConditionExpression: `${isActive} AND workflow_lane_id = :lane AND project_id = :project AND updated_at < :set_updated_at`,
    },
  }
}

/**
 * Takes tasks out of a lane in one transaction. If some of them have left the lane or were just written, they are
 * skipped, and the others are tried again. `clearLane` finds a skipped task in its next round if it is still there.
 * @returns how many tasks it took out
 */
async function leaveTogether(
  tenant: Tenant,
  tasks: TaskItem[],
  projectId: string,
  laneId: string,
): Promise<number> {
  if (tasks.length === 0) return 0
  const counts = changeCounts(tenant, projectId, { tasks: 0, leave: laneId, leaving: tasks.length })
  const refusals = await stamped(tenant, (nowMs, stampedTenant) => {
    const writes = tasks.map((task) => leaveLane(tenant, task, laneId, nowMs))
    return transact(stampedTenant, [counts.write, ...writes])
  })
  if (!refusals) return tasks.length
  const [ofProject, ...ofTasks] = refusals
  if (ofProject) return 0 // the project was deleted; only a project without tasks can be
  const staying = tasks.filter((_, index) => !ofTasks[index])
  return leaveTogether(tenant, staying, projectId, laneId)
}

/**
 * Takes the tasks that the index shows in a lane out of it, until the deadline.
 * @returns how many tasks it took out
 */
export async function clearLane(tenant: Tenant, projectId: string, laneId: string): Promise<number> {
  let left = 0
  let after: Item | undefined
  do {
    const page = await query(tenant, {
      index: 'list',
      condition: 'list_pk = :list',
      filter: 'workflow_lane_id = :lane',
      values: { ':list': projectList(tenant, projectId), ':lane': laneId },
      after,
    })
    const tasks = page.items as unknown as TaskItem[] // this partition contains tasks only
    for (
      let start = 0;
      start < tasks.length && Date.now() < tenant.deadlineMs;
      start += tasksPerTransaction
    ) {
      left += await leaveTogether(tenant, tasks.slice(start, start + tasksPerTransaction), projectId, laneId)
    }
    after = page.last
  } while (after && Date.now() < tenant.deadlineMs)
  return left
}
