import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ApiError, notFound } from '../contract/api-error.ts'
import { maxLanes } from '../contract/limits.ts'
import { idTaken, shortRepeatHash } from '../contract/own-id.ts'
import type { LaneChange, NewLane } from './lane.ts'
import type { Project } from './project.ts'
import { changedAttributes, newAttributes, withChanges } from '../table/attributes.ts'
import { retried } from '../table/retried.ts'
import type { Tenant } from '../table/tenant.ts'
import type { TransactionWrite, UpdateWrite } from '../table/transaction-write.ts'
import { transact, update } from '../table/write-items.ts'
import {
  asCounts,
  countsKey,
  exists,
  laneAttributes,
  laneKey,
  projectKey,
  toProject,
  type LaneItem,
  type ProjectItem,
  type StoredProject,
} from './project-item.ts'
import { getStoredProject } from './read.ts'

/** What an update of either item of a project adds if a lane's status changes: both items count such changes. */
const countingStatuses = (isChange: boolean) =>
  isChange
    ? { counting: ' ADD status_changes :change', counted: { ':change': 1 } }
    : { counting: '', counted: {} }

/**
 * Finds out whether the id that a request has chosen for a lane is taken.
 * @returns the project as it is now, if an earlier request with the same body has created the lane; undefined if the id is free
 * @throws ApiError project_not_found, id_exists, id_reused
 */
async function findEarlier(
  tenant: Tenant,
  projectId: string,
  { id, hash }: LaneItem,
): Promise<Project | undefined> {
  const stored = await getStoredProject(tenant, projectId)
  if (stored.counts.lanes[laneKey(id)] === undefined) return undefined
  const earlier = stored.project.workflow_lanes.find((lane) => lane.id === id)
  if (earlier && earlier.hash === hash) return toProject(stored)
  throw idTaken('lane', earlier?.hash !== undefined)
}

/**
 * Adds a lane after the others. With an id of its own, repeated requests create it only once.
 * @returns the project; `replayed` is true if an earlier request with the same id and the same body created the lane
 * @throws ApiError project_not_found, id_exists, id_reused, invalid_request when the project has 50 lanes
 */
export async function createLane(
  tenant: Tenant,
  projectId: string,
  { id: ownId, ...fields }: NewLane,
): Promise<{ project: Project; laneId: string; replayed: boolean }> {
  const { project, counts } = await getStoredProject(tenant, projectId)
  return retried(tenant, async () => {
    const content = newAttributes(laneAttributes, fields)
    const lane: LaneItem = {
      id: ownId ?? randomUUID(),
      ...content,
      ...(ownId !== undefined && { hash: shortRepeatHash(content) }),
    }
    const key = laneKey(lane.id)
    const updated_at = new Date().toISOString()
    const { counting, counted } = countingStatuses(lane.task_status !== undefined)
    const refusals = await transact(tenant, [
      {
        Update: {
          Key: countsKey(tenant, projectId),
          UpdateExpression: `SET lanes.#lane = :none${counting}`,
          ConditionExpression: `${exists} AND size(lanes) < :most AND attribute_not_exists(lanes.#lane)`,
          ExpressionAttributeNames: { '#lane': key },
          ExpressionAttributeValues: { ':none': 0, ':most': maxLanes, ...counted },
        },
      },
      {
        Update: {
          Key: projectKey(tenant, projectId),
          // no condition: concurrent creates need not wait for each other, and may be appended in any order
          UpdateExpression: `SET workflow_lanes = list_append(workflow_lanes, :lanes), updated_at = :now${counting}`,
          ExpressionAttributeValues: { ':lanes': [lane], ':now': updated_at, ...counted },
        },
      },
    ])
    if (!refusals) {
      const workflow_lanes = [...project.workflow_lanes, lane]
      const made = { ...project, workflow_lanes, updated_at }
      return { project: toProject({ project: made, counts }), laneId: lane.id, replayed: false }
    }
    const found = asCounts(refusals[0]?.found)
    if (!found) throw notFound('project')
    if (ownId !== undefined && found.lanes[key] !== undefined) {
      const earlier = await findEarlier(tenant, projectId, lane)
      return earlier && { project: earlier, laneId: ownId, replayed: true }
    }
    // below the limit, another lane has the same key: try another id
    if (Object.keys(found.lanes).length >= maxLanes)
      throw new ApiError('invalid_request', `A project has at most ${maxLanes} lanes.`)
    return undefined
  })
}

/** The writes that add lanes after the others of a project that has not changed its lanes since it was read. */
const addingLanes = (
  tenant: Tenant,
  { id, workflow_lanes }: ProjectItem,
  added: readonly LaneItem[],
): TransactionWrite[] => {
  const names = added.map((_, index) => `#lane${index}`)
  const { counting, counted } = countingStatuses(added.some(({ task_status }) => task_status !== undefined))
  return [
    {
      Update: {
        Key: countsKey(tenant, id),
        UpdateExpression: `SET ${names.map((name) => `lanes.${name} = :none`).join(', ')}${counting}`,
        ConditionExpression: [
          `${exists} AND size(lanes) <= :room`,
          ...names.map((name) => `attribute_not_exists(lanes.${name})`),
        ].join(' AND '),
        ExpressionAttributeNames: Object.fromEntries(
          added.map((lane, index) => [`#lane${index}`, laneKey(lane.id)]),
        ),
        ExpressionAttributeValues: { ':none': 0, ':room': maxLanes - added.length, ...counted },
      },
    },
    {
      Update: {
        Key: projectKey(tenant, id),
        UpdateExpression: `SET workflow_lanes = :lanes, updated_at = :now${counting}`,
        ConditionExpression: 'workflow_lanes = :seen',
        ExpressionAttributeValues: {
          ':lanes': [...workflow_lanes, ...added],
          ':seen': workflow_lanes,
          ':now': new Date().toISOString(),
          ...counted,
        },
      },
    },
  ]
}

/**
 * Adds those lanes that a project lacks, all in one transaction. Two requests at once do not add the same lane twice.
 * @param missing returns what the lanes of the project lack: no more than it has room for
 * @returns the project with all its lanes, and the added ones, which a dry run does not store
 * @throws ApiError project_not_found
 */
export async function addLanes(
  tenant: Tenant,
  projectId: string,
  missing: (lanes: readonly LaneItem[]) => NewLane[],
): Promise<StoredProject & { added: LaneItem[] }> {
  return retried(tenant, async () => {
    const { project, counts } = await getStoredProject(tenant, projectId)
    const added = missing(project.workflow_lanes).map((lane): LaneItem => ({
      id: randomUUID(),
      ...newAttributes(laneAttributes, lane),
    }))
    if (added.length === 0) return { project, counts, added }
    if (await transact(tenant, addingLanes(tenant, project, added))) return undefined
    return { project: { ...project, workflow_lanes: [...project.workflow_lanes, ...added] }, counts, added }
  })
}

/**
 * Returns the lanes with the change applied to one of them.
 * @throws ApiError lane_not_found, also if the lane to move beside is absent
 */
function changed(
  lanes: ProjectItem['workflow_lanes'],
  laneId: string,
  { beforeLaneId, afterLaneId, ...fields }: LaneChange,
): ProjectItem['workflow_lanes'] {
  const lane = lanes.find(({ id }) => id === laneId)
  if (!lane) throw notFound('lane')
  const changedLane = withChanges(lane, changedAttributes(laneAttributes, fields))
  const neighbour = beforeLaneId ?? afterLaneId
  if (neighbour === undefined || neighbour === laneId)
    return lanes.map((other) => (other === lane ? changedLane : other))
  const others = lanes.filter((other) => other !== lane)
  const index = others.findIndex(({ id }) => id === neighbour)
  if (index === -1) throw notFound('lane')
  return others.toSpliced(beforeLaneId === undefined ? index + 1 : index, 0, changedLane)
}

const statusesOf = (lanes: readonly LaneItem[]) =>
  new Map(lanes.map(({ id, task_status }) => [id, task_status]))

/**
 * Renames a lane, moves it, changes the status that it gives, or does several of these. A lane that is being deleted
 * can be changed as long as the project lists it.
 * @throws ApiError project_not_found; lane_not_found, also if the lane to move beside is absent
 */
export async function updateLane(
  tenant: Tenant,
  projectId: string,
  laneId: string,
  change: LaneChange,
): Promise<Project> {
  let { project, counts } = await getStoredProject(tenant, projectId)
  return retried(tenant, async () => {
    const lanes = changed(project.workflow_lanes, laneId, change)
    // also reached if the SDK sent the write again after a lost answer and found it done
    if (isDeepStrictEqual(lanes, project.workflow_lanes)) return toProject({ project, counts })
    const isOther = !isDeepStrictEqual(statusesOf(lanes), statusesOf(project.workflow_lanes))
    const { counting, counted } = countingStatuses(isOther)
    const updated_at = new Date().toISOString()
    const write: UpdateWrite = {
      Key: projectKey(tenant, projectId),
      UpdateExpression: `SET workflow_lanes = :lanes, updated_at = :now${counting}`,
      ConditionExpression: 'workflow_lanes = :seen',
      ExpressionAttributeValues: {
        ':lanes': lanes,
        ':seen': project.workflow_lanes,
        ':now': updated_at,
        ...counted,
      },
    }
    if (isOther) {
      const ofCounts = {
        Key: countsKey(tenant, projectId),
        UpdateExpression: counting,
        ConditionExpression: exists,
        ExpressionAttributeValues: counted,
      }
      const refusals = await transact(tenant, [{ Update: ofCounts }, { Update: write }])
      if (!refusals) return toProject({ project: { ...project, workflow_lanes: lanes, updated_at }, counts })
      ;({ project, counts } = await getStoredProject(tenant, projectId))
      return undefined
    }
    const result = await update(tenant, write)
    const item = result.refused ? result.found : result.item
    if (!item) throw notFound('project')
    project = item as unknown as ProjectItem // its key is a project's
    return result.refused ? undefined : toProject({ project, counts })
  })
}
