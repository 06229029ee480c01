import { createHash } from 'node:crypto'
import type { LaneChange, NewLane } from './lane.ts'
import type { Lane, NewProject, Project, ProjectChange } from './project.ts'
import type { AttributeNames, Complete, Kept } from '../table/attributes.ts'
import { isWithin, type Tenant } from '../table/tenant.ts'
import { accountPartition, type Item, type Key } from '../table/item.ts'

/** The part of a project that people write, without its keys: a separate item, which no create of a task writes. */
export interface ProjectItem extends Kept<Omit<Project, 'task_count' | 'task_quota' | 'workflow_lanes'>> {
  /** In the order in which they are shown. A lane that is being deleted stays here until it is empty. */
  workflow_lanes: LaneItem[]
  /** How often the status that a lane gives has changed: the same number as in the counts. Absent if never. */
  status_changes?: number
}

/** The part of a lane that people write. */
export interface LaneItem extends Kept<Omit<Lane, 'task_count'>> {
  /** The hash that a repeat of its create must have, if the create chose its id. */
  hash?: string
}

/** The attribute that keeps each field of a project's bodies. */
export const projectAttributes = { label: 'label' } as const satisfies AttributeNames<
  NewProject,
  ProjectItem
> &
  AttributeNames<ProjectChange, ProjectItem>

/** The attribute that keeps each field of a lane's bodies, but for its id, and those that only order it. */
export const laneAttributes = { label: 'label', taskStatus: 'task_status' } as const satisfies AttributeNames<
  Omit<NewLane, 'id'>,
  LaneItem
> &
  AttributeNames<Omit<LaneChange, 'beforeLaneId' | 'afterLaneId'>, LaneItem>

/**
 * The counts of a project, without their keys. A write costs one unit per started KB of the item, so the item is kept
 * small: below 1,024 bytes with 50 lanes and counts of nine digits.
 */
export interface CountsItem {
  task_count: number
  task_quota: number
  /** The number of active tasks in each lane, by the lane's key. */
  lanes: Record<string, number>
  /** The keys of the lanes that are being deleted; no task may enter them. Absent if there are none. */
  closing?: Set<string>
  /**
   * How often the status that a lane gives has changed. A write that relies on these statuses has the condition that it
   * knows the last change: lane-statuses.ts. The statuses themselves would take more than the item has room for.
   */
  status_changes?: number
}

/** The two items of a project. */
export interface StoredProject {
  project: ProjectItem
  counts: CountsItem
}

/** The part of a tenant that leads to its projects. */
export type ProjectTenant = Pick<Tenant, 'accountId' | 'projectIds'>

/**
 * The name of a project in keys. A project beyond the tenant's bounds gets a name that no project has. So every request
 * about it has the answer, the cost and the refusals of an absent project.
 */
export const nameInKeys = (tenant: ProjectTenant, projectId: string): string =>
  isWithin(tenant, projectId) ? projectId : `!${projectId}`

export const projectPrefix = 'PROJECT#'

export const projectKey = (tenant: ProjectTenant, projectId: string): Key => ({
  pk: accountPartition(tenant.accountId),
  sk: `${projectPrefix}${nameInKeys(tenant, projectId)}`,
})

const countsSuffix = '#COUNTS'

/** The key of a project's counts. It sorts directly after the project's key, so that one query reads both. */
export const countsKey = (tenant: ProjectTenant, projectId: string): Key => {
  const { pk, sk } = projectKey(tenant, projectId)
  return { pk, sk: `${sk}${countsSuffix}` }
}

/** The project's id, if this is the sort key of a project's counts; otherwise undefined. */
export const projectOfCounts = (sk: string): string | undefined =>
  sk.endsWith(countsSuffix) ? sk.slice(projectPrefix.length, -countsSuffix.length) : undefined

/** The project's id, if this is the sort key of a project itself; otherwise undefined. */
export const projectOf = (sk: string): string | undefined =>
  sk.startsWith(projectPrefix) && !sk.endsWith(countsSuffix) ? sk.slice(projectPrefix.length) : undefined

const laneKeyLength = 10

/**
 * The key of a lane in the counts: 60 bits of the hash of its id, so it needs no read. A part of the id itself would
 * not be safe: a made-up id that contains this part would count in a lane that it does not name.
 */
export const laneKey = (laneId: string): string =>
  createHash('sha256').update(laneId).digest('base64url').slice(0, laneKeyLength)

/** The condition that an item exists. */
export const exists = 'attribute_exists(pk)'

/** Types an item that was read with `countsKey`. Only this folder writes such items. */
export const asCounts = (item: Item | undefined): CountsItem | undefined => item as CountsItem | undefined

/** Whether a project lists a lane. */
export const hasLane = ({ workflow_lanes }: ProjectItem, laneId: string): boolean =>
  workflow_lanes.some(({ id }) => id === laneId)

/** The project object of the contract. */
export const toProject = ({ project, counts }: StoredProject): Complete<Project> => ({
  id: project.id,
  label: project.label,
  task_count: counts.task_count,
  task_quota: counts.task_quota,
  workflow_lanes: project.workflow_lanes.map(({ id, label, task_status = null }): Complete<Lane> => ({
    id,
    label,
    task_count: counts.lanes[laneKey(id)] ?? 0,
    task_status,
  })),
  created_at: project.created_at,
  updated_at: project.updated_at,
})
