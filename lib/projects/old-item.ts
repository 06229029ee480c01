import type { Item } from '../table/item.ts'
import { laneKey, type ProjectItem, type StoredProject } from './project-item.ts'

/** A project as earlier releases stored it: in one item, together with its counts. */
export interface OldProjectItem extends Omit<ProjectItem, 'workflow_lanes'> {
  task_count: number
  task_quota: number
  /** `deleted` marks a lane whose deletion began but is not finished. */
  lanes: Record<string, { label: string; task_count: number; deleted?: true }>
  /** The ids of the lanes that are not marked as deleted, in the order in which they are shown. */
  lane_order: string[]
}

/** Returns the item under a project's key if it has the old form; undefined if it has the current form. */
export const asOldProject = (item: Item): OldProjectItem | undefined =>
  'lane_order' in item ? (item as unknown as OldProjectItem) : undefined // only an earlier createProject wrote it

/**
 * Splits an old item into the two current ones. A lane whose deletion is not finished is listed again, after the
 * others, so that its tasks are not in a hidden lane.
 */
export function splitOldProject(old: OldProjectItem): StoredProject {
  const { id, label, lanes, lane_order, task_count, task_quota, created_at, updated_at } = old
  const halfDeleted = Object.keys(lanes).filter((laneId) => !lane_order.includes(laneId))
  return {
    project: {
      id,
      label,
      workflow_lanes: [...lane_order, ...halfDeleted].map((laneId) => ({
        id: laneId,
        label: lanes[laneId]?.label ?? '',
      })),
      created_at,
      updated_at,
    },
    counts: {
      task_count,
      task_quota,
      lanes: Object.fromEntries(
        Object.entries(lanes).map(([laneId, lane]) => [laneKey(laneId), lane.task_count]),
      ),
      ...(halfDeleted.length > 0 && { closing: new Set(halfDeleted.map(laneKey)) }),
    },
  }
}
