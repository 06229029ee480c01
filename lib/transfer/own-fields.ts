/** The fields of an exported task that a new task gets anew. */
export const ownFields = [
  'id',
  'project_id',
  'position',
  'workflow_lane_id',
  'created_at',
  'updated_at',
  'deleted_at',
  'purge_at',
] as const

/** Whether an exported task is in the trash, by its `deleted_at`. */
export const isInTrash = (deletedAt: unknown): boolean =>
  deletedAt !== undefined && deletedAt !== null && deletedAt !== ''
