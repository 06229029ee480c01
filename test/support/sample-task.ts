import type { Task } from '../../client/src/index.ts'

/** A time: the given second, from 0 to 9, of a minute that is the same for all. */
export const at = (second: number): string => `2026-01-01T00:00:0${second}.000Z`

/** A task as the service shows it, in the lane `l` of the project `p`. Its id is also its label and its position. */
export const sampleTask = (id: string, changes: Partial<Task> = {}): Task => ({
  ...{ id, label: id, status: 0, project_id: 'p', workflow_lane_id: 'l', position: id, description: null },
  ...{ subtasks: [], created_at: at(0), updated_at: at(1) },
  ...changes,
})
