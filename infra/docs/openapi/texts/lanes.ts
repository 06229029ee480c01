import { maxLanes } from '../../../../lib/contract/limits.ts'
import { ids, project } from '../samples.ts'
import type { ResourceTexts } from './text.ts'

const second = { id: '01a1fc61-2b7e-7c55-8d19-e0a4b1f3d6c8', label: 'Waiting', task_count: 0 }

export const lanes: ResourceTexts = {
  tag: 'Lanes',
  description: `Lanes are the columns of a project, in their order. A project has at most ${maxLanes} lanes. A task is in one lane or in none.`,
  operations: {
    'lanes.create': {
      summary: 'Add a lane',
      description:
        'Adds a lane at the end and returns the whole project. The header `Location` has the path of the lane. A repeated request adds another lane.',
      body: { label: 'Waiting' },
      answer: { project: { ...project, workflow_lanes: [...project.workflow_lanes, second] } },
    },
    'lanes.update': {
      summary: 'Rename or move a lane',
      description:
        'Changes only the fields that you send. To move the lane, send either `beforeLaneId` or `afterLaneId`, not both.',
      body: { label: 'Next' },
      answer: { project: { ...project, workflow_lanes: [{ id: ids.laneId, label: 'Next', task_count: 1 }] } },
    },
    'lanes.delete': {
      summary: 'Delete a lane',
      description:
        'The tasks of the lane stay, without a lane. The lane is listed until its last task has left it, but no other task can enter it. After a 503, repeat the request: it continues where it stopped.',
      answer: { success: true },
    },
  },
}
