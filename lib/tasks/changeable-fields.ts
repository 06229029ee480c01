import type { Task } from './task.ts'

/*
 * This file imports types only, so that the function that makes the events does not hold the schemas of tasks.
 */

/** Each field of a task but its id and its times: the stamp of a write, `updated_at`, is not a change that an event names. */
export const changeable = {
  label: true,
  status: true,
  project_id: true,
  workflow_lane_id: true,
  position: true,
  description: true,
  subtasks: true,
  external_id: true,
} as const satisfies Record<Exclude<keyof Task, 'id' | 'created_at' | 'updated_at'>, true>

export type ChangeableField = keyof typeof changeable

/** The fields of a task that an event can name as changed. */
export const changeableFields = Object.keys(changeable) as readonly ChangeableField[] // it has these keys only
