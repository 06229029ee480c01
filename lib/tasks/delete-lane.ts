import { notFound } from '../contract/api-error.ts'
import { backOff, serviceUnavailable } from '../table/send.ts'
import type { Tenant } from '../table/tenant.ts'
import { transact, update } from '../table/write-items.ts'
import { clearLane } from './clear-lane.ts'
import { countsKey, laneKey, projectKey } from '../projects/project-item.ts'
import { findProject } from '../projects/read.ts'

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
