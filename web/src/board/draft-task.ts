import type { Task } from '../../../client/src/index.ts'

/** A new task as the service will probably return it. Fields that only the service can set are empty. */
export const draftTask = (projectId: string, label: string, laneId: string | null): Task => ({
  ...{ id: `new ${crypto.randomUUID()}`, label, status: 0, project_id: projectId, workflow_lane_id: laneId },
  ...{ position: '', description: null, subtasks: [], created_at: '', updated_at: '' },
})

/** Whether a task is still being created. It cannot be opened or changed yet. */
export const isDraft = ({ position }: Task): boolean => position === ''
