import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, notFound } from '../../api-error.ts'
import { maxLanes } from '../../contract/lane.ts'
import type { Project } from '../../contract/project.ts'
import { serviceUnavailable, type Tenant } from '../send.ts'
import { update, type UpdateWrite } from '../storage.ts'
import { clearLane } from '../task/clear-lane.ts'
import { exists, hasLane, projectKey, toProject, type ProjectItem } from './item.ts'
import { findProjectItem } from './project.ts'

async function readProject(tenant: Tenant, projectId: string): Promise<ProjectItem> {
  const project = await findProjectItem(tenant, projectId)
  if (!project) throw notFound('project')
  return project
}

/** Writes to a project's lanes; what is found instead of what was expected comes back as `refused`. */
async function writeLanes(
  tenant: Tenant,
  projectId: string,
  laneId: string,
  write: Omit<UpdateWrite, 'Key'>,
) {
  const result = await update(tenant, {
    Key: projectKey(tenant, projectId),
    ...write,
    ExpressionAttributeNames: { '#lane': laneId },
  })
  // by its key, the item is a project's
  return result.refused
    ? { refused: true as const, found: result.found as ProjectItem | undefined }
    : { refused: false as const, project: result.item as unknown as ProjectItem }
}

/**
 * Adds a lane behind the others.
 * @throws ApiError project_not_found, invalid_request when the project has 50 lanes
 */
export async function createLane(
  tenant: Tenant,
  projectId: string,
  label: string,
): Promise<{ project: Project; laneId: string }> {
  const laneId = randomUUID()
  const result = await writeLanes(tenant, projectId, laneId, {
    UpdateExpression:
      'SET lanes.#lane = :lane, lane_order = list_append(lane_order, :added), updated_at = :now',
    // the second part keeps a retry after a lost answer from adding the lane twice
    ConditionExpression: `${exists} AND attribute_not_exists(lanes.#lane) AND size(lanes) < :most`,
    ExpressionAttributeValues: {
      ':lane': { label, task_count: 0 },
      ':added': [laneId],
      ':now': new Date().toISOString(),
      ':most': maxLanes,
    },
  })
  if (!result.refused) return { project: toProject(result.project), laneId }
  if (!result.found) throw notFound('project')
  if (hasLane(result.found, laneId)) return { project: toProject(result.found), laneId }
  throw new ApiError('invalid_request', `A project has at most ${maxLanes} lanes.`)
}

/** What changes of a lane: its label, and beside which other lane it stands. */
export interface LaneChange {
  label?: string | undefined
  beforeLaneId?: string | undefined
  afterLaneId?: string | undefined
}

/** The order of the lanes once one has moved beside another. */
function reordered(
  { lane_order }: ProjectItem,
  laneId: string,
  { beforeLaneId, afterLaneId }: LaneChange,
): string[] {
  const neighbour = beforeLaneId ?? afterLaneId
  if (neighbour === undefined || neighbour === laneId) return lane_order
  const others = lane_order.filter((id) => id !== laneId)
  const index = others.indexOf(neighbour)
  if (index === -1) throw notFound('lane')
  return others.toSpliced(beforeLaneId === undefined ? index + 1 : index, 0, laneId)
}

/**
 * Renames a lane, moves it, or both.
 * @throws ApiError project_not_found, lane_not_found (also of the lane beside which it should stand)
 */
export async function updateLane(
  tenant: Tenant,
  projectId: string,
  laneId: string,
  change: LaneChange,
): Promise<Project> {
  let project = await readProject(tenant, projectId)
  while (Date.now() < tenant.deadlineMs) {
    const lane = project.lanes[laneId]
    if (!lane || !hasLane(project, laneId)) throw notFound('lane')
    const order = reordered(project, laneId, change)
    const label = change.label ?? lane.label
    if (label === lane.label && order.every((id, index) => id === project.lane_order[index]))
      return toProject(project)
    const result = await writeLanes(tenant, projectId, laneId, {
      UpdateExpression: 'SET lanes.#lane.label = :label, lane_order = :order, updated_at = :now',
      ConditionExpression: 'lane_order = :seen AND lanes.#lane.label = :was',
      ExpressionAttributeValues: {
        ':label': label,
        ':was': lane.label,
        ':order': order,
        ':seen': project.lane_order,
        ':now': new Date().toISOString(),
      },
    })
    if (!result.refused) return toProject(result.project)
    if (!result.found) throw notFound('project')
    project = result.found
  }
  throw serviceUnavailable()
}

/** Takes a lane out of the order, so that nothing sees or enters it any more. */
async function closeLane(tenant: Tenant, projectId: string, laneId: string): Promise<void> {
  let project = await readProject(tenant, projectId)
  while (hasLane(project, laneId)) {
    const result = await writeLanes(tenant, projectId, laneId, {
      UpdateExpression: 'SET lanes.#lane.deleted = :true, lane_order = :order, updated_at = :now',
      ConditionExpression: 'lane_order = :seen',
      ExpressionAttributeValues: {
        ':true': true,
        ':order': project.lane_order.filter((id) => id !== laneId),
        ':seen': project.lane_order,
        ':now': new Date().toISOString(),
      },
    })
    if (!result.refused) return
    if (!result.found) throw notFound('project')
    if (Date.now() >= tenant.deadlineMs) throw serviceUnavailable()
    project = result.found
  }
  // one that is closed but still there is left from a deletion that ran out of time: this one finishes it
  if (!project.lanes[laneId]) throw notFound('lane')
}

const indexLagMs = 100

/**
 * Deletes a lane: closes it, and removes it once its count says that no task is left in it, also none that the index
 * has not shown yet; until then it takes out the tasks that are shown.
 * @throws ApiError project_not_found, lane_not_found; service_unavailable when time ran out before the last task,
 *   and a repeat goes on from there
 */
export async function deleteLane(tenant: Tenant, projectId: string, laneId: string): Promise<void> {
  await closeLane(tenant, projectId, laneId)
  while (Date.now() < tenant.deadlineMs) {
    const result = await writeLanes(tenant, projectId, laneId, {
      UpdateExpression: 'REMOVE lanes.#lane',
      ConditionExpression: `${exists} AND (attribute_not_exists(lanes.#lane) OR lanes.#lane.task_count = :none)`,
      ExpressionAttributeValues: { ':none': 0 },
    })
    if (!result.refused || !result.found) return
    if ((await clearLane(tenant, projectId, laneId)) === 0) await sleep(indexLagMs)
  }
  throw serviceUnavailable()
}
