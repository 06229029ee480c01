import { notFound } from '../contract/api-error.ts'
import { changeCounts } from '../projects/counts.ts'
import { countsKey, laneKey, projectKey } from '../projects/project-item.ts'
import { findProject } from '../projects/read.ts'
import type { Item } from '../table/item.ts'
import { query } from '../table/read-items.ts'
import { backOff, serviceUnavailable } from '../table/send.ts'
import { retried } from '../table/retried.ts'
import type { Tenant } from '../table/tenant.ts'
import type { TransactionWrite } from '../table/transaction-write.ts'
import { updateOf } from '../table/update-expression.ts'
import { transact, update } from '../table/write-items.ts'
import { visibleTask, whileActive } from './gate.ts'
import { projectList, stampOf, taskKey, type TaskItem } from './task-item.ts'

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
  const gate = whileActive(tenant)
  return {
    Update: {
      Key: taskKey(tenant, task.id),
      ...expression,
      ExpressionAttributeValues: {
        ...ExpressionAttributeValues,
        ...gate.values,
        ':lane': laneId,
        ':project': task.project_id,
      },
      ConditionExpression: [
        ...gate.conditions,
        'workflow_lane_id = :lane AND project_id = :project AND updated_at < :set_updated_at',
      ].join(' AND '),
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
  const { refusals } = await retried(tenant, async (nowMs, stamped) => {
    const writes = tasks.map((task) => leaveLane(tenant, task, laneId, nowMs))
    return { refusals: await transact(stamped, [counts.write, ...writes]) }
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
    const tasks = page.items.flatMap((item) => visibleTask(tenant, item) ?? [])
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

/** Stops tasks from entering a lane. A lane that is absent or already closing is left as it is. */
async function closeLane(tenant: Tenant, projectId: string, laneId: string): Promise<void> {
  await update(tenant, {
    Key: countsKey(tenant, projectId),
    UpdateExpression: 'ADD closing :lane',
    ConditionExpression: 'attribute_exists(lanes.#lane)',
    ExpressionAttributeNames: { '#lane': laneKey(laneId) },
    ExpressionAttributeValues: { ':lane': new Set([laneKey(laneId)]) },
  })
}

/** Removes a lane from both items if it is empty and still at this index; returns whether it did. */
async function removeLane(
  tenant: Tenant,
  projectId: string,
  laneId: string,
  index: number,
): Promise<boolean> {
  const refusals = await transact(tenant, [
    {
      Update: {
        Key: countsKey(tenant, projectId),
        UpdateExpression: 'REMOVE lanes.#lane DELETE closing :lane',
        ConditionExpression: 'lanes.#lane = :none',
        ExpressionAttributeNames: { '#lane': laneKey(laneId) },
        ExpressionAttributeValues: { ':lane': new Set([laneKey(laneId)]), ':none': 0 },
      },
    },
    {
      Update: {
        Key: projectKey(tenant, projectId),
        UpdateExpression: `REMOVE workflow_lanes[${index}] SET updated_at = :now`,
        ConditionExpression: `workflow_lanes[${index}].id = :lane`,
        ExpressionAttributeValues: { ':lane': laneId, ':now': new Date().toISOString() },
      },
    },
  ])
  return !refusals
}

/**
 * Deletes a lane. The lane first closes: no task may enter it. Then the tasks in it are taken out. The project lists
 * the lane until its count is zero, so an interrupted deletion hides no task, and a repeat continues it.
 * @throws ApiError project_not_found, lane_not_found; service_unavailable when tasks are left at the deadline
 */
export async function deleteLane(tenant: Tenant, projectId: string, laneId: string): Promise<void> {
  let idleRounds = 0
  for (let isFirst = true; isFirst || Date.now() < tenant.deadlineMs; isFirst = false) {
    const stored = await findProject(tenant, projectId)
    if (!stored && isFirst) throw notFound('project')
    const index = stored?.project.workflow_lanes.findIndex(({ id }) => id === laneId) ?? -1
    if (index === -1 && isFirst) throw notFound('lane')
    if (!stored || index === -1) return // another request has finished the deletion
    const { lanes, closing } = stored.counts
    if (lanes[laneKey(laneId)] === 0) {
      if (await removeLane(tenant, projectId, laneId, index)) return
      continue
    }
    if (!closing?.has(laneKey(laneId))) await closeLane(tenant, projectId, laneId)
    // the index lags behind the remaining tasks: give it time to catch up
    idleRounds = (await clearLane(tenant, projectId, laneId)) > 0 ? 0 : idleRounds + 1
    if (idleRounds > 0 && !(await backOff(tenant, idleRounds))) break
  }
  throw serviceUnavailable()
}
