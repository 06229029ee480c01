import type { Item } from '../item.ts'
import { laneKey, type ProjectItem, type StoredProject } from './item.ts'

/** A project as it was kept in one item, until its counts came to lie apart. */
export interface OldProjectItem extends Omit<ProjectItem, 'workflow_lanes'> {
  task_count: number
  task_quota: number
  /** `deleted`: its deletion began, and was not finished while tasks stood in it. */
  lanes: Record<string, { label: string; task_count: number; deleted?: true }>
  /** The ids of the lanes that are not deleted, in their order. */
  lane_order: string[]
}

/** An item under a project's key as it was once kept; undefined when it is as it is kept now. */
export const asOldProject = (item: Item): OldProjectItem | undefined =>
  'lane_order' in item ? (item as unknown as OldProjectItem) : undefined // only createProject wrote such

/** The two items that an old one becomes. A lane half deleted is listed again, last: nothing stays hidden in it. */
export function splitOldProject(old: OldProjectItem): StoredProject {
  const { id, label, lanes, lane_order, task_count, task_quota, created_at, updated_at } = old
  const half = Object.keys(lanes).filter((laneId) => !lane_order.includes(laneId))
  return {
    project: {
      id,
      label,
      workflow_lanes: [...lane_order, ...half].map((laneId) => ({
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
      ...(half.length > 0 && { closing: new Set(half.map(laneKey)) }),
    },
  }
}
