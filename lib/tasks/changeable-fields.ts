/*
 * This file imports nothing, so that the function that makes the events does not hold the schemas of tasks.
 */

/** The fields of a task that an event can name as changed. The stamp of a write, `updated_at`, is not one of them. */
export const changeableFields = [
  'label',
  'status',
  'project_id',
  'workflow_lane_id',
  'position',
  'description',
  'subtasks',
  'external_id',
] as const
export type ChangeableField = (typeof changeableFields)[number]
