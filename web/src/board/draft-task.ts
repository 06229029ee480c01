import type { Task } from '../../../client/src/index.ts'

/** A task as the service will make it, as far as it can be known. */
export const draftTask = (projectId: string, label: string, laneId: string | null): Task => ({
  ...{ id: `new ${crypto.randomUUID()}`, label, status: 0, project_id: projectId, workflow_lane_id: laneId },
  ...{ position: '', description: null, subtasks: [], created_at: '', updated_at: '' },
})

/** Whether a card is on its way to the service for the first time: nothing can be done to it yet. */
export const isDraft = ({ position }: Task): boolean => position === ''
