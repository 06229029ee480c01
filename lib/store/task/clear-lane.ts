import { randomUUID } from 'node:crypto'
import { changePlaces } from '../project/places.ts'
import type { Tenant } from '../send.ts'
import { query, transact, type TransactionWrite } from '../storage.ts'
import type { Item } from '../table.ts'
import { updateOf } from '../update-expression.ts'
import { changeKey, isActive, projectList, taskKey, type TaskItem } from './item.ts'

/** Ten items of the largest size, 400 KB, are what a transaction may hold: 4 MB. */
const tasksPerTransaction = 10

/** Takes one task out of a lane, if it is still in it. */
function leaveLane(tenant: Tenant, taskId: string, projectId: string, laneId: string): TransactionWrite {
  const updated_at = new Date().toISOString()
  const { ExpressionAttributeValues, ...expression } = updateOf(
    {
      workflow_lane_id: undefined,
      updated_at,
      changes_sk: changeKey(updated_at, taskId),
      write_id: randomUUID(),
    },
    { version: 1 },
  )
  return {
    Update: {
      Key: taskKey(tenant, taskId),
      ...expression,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':lane': laneId, ':project': projectId },
      ConditionExpression: `${isActive} AND workflow_lane_id = :lane AND project_id = :project`,
    },
  }
}

/** Takes tasks out of a lane, in as few transactions as it takes: those that have left by themselves drop out. */
async function leaveTogether(
  tenant: Tenant,
  taskIds: string[],
  projectId: string,
  laneId: string,
): Promise<void> {
  if (taskIds.length === 0) return
  const leave = changePlaces(tenant, projectId, { places: 0, leave: laneId, leaving: taskIds.length })
  const writes = taskIds.map((id) => leaveLane(tenant, id, projectId, laneId))
  const refusals = await transact(tenant, [leave.write, ...writes])
  if (!refusals) return
  const [ofProject, ...ofTasks] = refusals
  if (ofProject) return // the project is gone, and its tasks before it
  const staying = taskIds.filter((_, index) => !ofTasks[index])
  await leaveTogether(tenant, staying, projectId, laneId)
}

/** Takes the tasks that the index shows in a lane out of it, while there is time; returns how many it showed. */
export async function clearLane(tenant: Tenant, projectId: string, laneId: string): Promise<number> {
  let shown = 0
  let after: Item | undefined
  do {
    const page = await query(tenant, {
      index: 'list',
      condition: 'list_pk = :list',
      filter: 'workflow_lane_id = :lane',
      values: { ':list': projectList(tenant, projectId), ':lane': laneId },
      after,
    })
    shown += page.items.length
    const taskIds = page.items.map((item) => (item as unknown as TaskItem).id) // in this partition lie tasks only
    for (
      let start = 0;
      start < taskIds.length && Date.now() < tenant.deadlineMs;
      start += tasksPerTransaction
    ) {
      await leaveTogether(tenant, taskIds.slice(start, start + tasksPerTransaction), projectId, laneId)
    }
    after = page.last
  } while (after && Date.now() < tenant.deadlineMs)
  return shown
}
