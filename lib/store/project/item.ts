import type { Project } from '../../contract/project.ts'
import type { Tenant } from '../send.ts'
import { accountPartition, type Item, type Key } from '../table.ts'

/** What the table keeps of a lane. */
interface LaneItem {
  label: string
  /** How many active tasks stand in it: when it is deleted, this tells whether any is left. */
  task_count: number
  /** Set while its last tasks are being taken out: nothing enters any more, and no answer shows it. */
  deleted?: true
}

/** What the table keeps of a project, beside the keys. */
export interface ProjectItem {
  id: string
  label: string
  task_count: number
  task_quota: number
  lanes: Record<string, LaneItem>
  /** The ids of the lanes that are not deleted, in their order. */
  lane_order: string[]
  created_at: string
  updated_at: string
}

export const projectKey = ({ accountId }: Tenant, projectId: string): Key => ({
  pk: accountPartition(accountId),
  sk: `PROJECT#${projectId}`,
})

/** Holds of a project that is there. */
export const exists = 'attribute_exists(pk)'

/** An item under a project's key; what lies there, only this folder wrote. */
export const asProjectItem = (item: Item | undefined): ProjectItem | undefined =>
  item as ProjectItem | undefined

/** Whether a task may enter a lane. */
export const hasLane = ({ lane_order }: ProjectItem, laneId: string): boolean => lane_order.includes(laneId)

/** The project object of the contract. */
export const toProject = (item: ProjectItem): Project => ({
  id: item.id,
  label: item.label,
  task_count: item.task_count,
  task_quota: item.task_quota,
  workflow_lanes: item.lane_order.map((id) => ({ id, label: item.lanes[id]?.label ?? '' })),
  created_at: item.created_at,
  updated_at: item.updated_at,
})
