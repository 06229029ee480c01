import { maxLanes } from '../../../../lib/contract/limits.ts'
import { ids, project } from '../samples.ts'
import type { ResourceTexts } from './text.ts'

const second = { id: '01a1fc61-2b7e-7c55-8d19-e0a4b1f3d6c8', label: 'Waiting', task_count: 0 }

export const lanes: ResourceTexts = {
  tag: 'Lanes',
  description: `The columns of a project, at most ${maxLanes}, in their order. A task stands in one of them, or in none.`,
  operations: {
    'lanes.create': {
      summary: 'Add a lane',
      description:
        "Puts a lane at the end and answers the whole project; `Location` has the lane's path. A repeat adds another one.",
      body: { label: 'Waiting' },
      answer: { project: { ...project, workflow_lanes: [...project.workflow_lanes, second] } },
    },
    'lanes.update': {
      summary: 'Rename or move a lane',
      description:
        'Only the fields that are sent change. At most one of `beforeLaneId` and `afterLaneId` moves it.',
      body: { label: 'Next' },
      answer: { project: { ...project, workflow_lanes: [{ id: ids.laneId, label: 'Next', task_count: 1 }] } },
    },
    'lanes.delete': {
      summary: 'Delete a lane',
      description:
        'Its tasks stay, with no lane. Until the last of them has left it the lane is listed, but no other task can enter it; after a 503, a repeat goes on from there.',
      answer: { success: true },
    },
  },
}
