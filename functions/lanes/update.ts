import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { laneChange, laneParams } from '../../lib/projects/lane.ts'
import * as lanes from '../../lib/projects/lanes.ts'
import { projectAnswer } from '../../lib/projects/project.ts'
import { ids, project } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'lanes.update',
  method: 'PATCH',
  path: '/projects/{projectId}/lanes/{laneId}',
  auth: { kind: 'token', scope: 'write' },
  params: laneParams,
  query: none,
  body: laneChange,
  success: 200,
  answer: projectAnswer,
  errors: ['project_not_found', 'lane_not_found'],
  access: ['Query', 'UpdateItem'],
})

export const words = (): Words => ({
  tag: 'Lanes',
  summary: 'Change a lane',
  description:
    'Changes only the fields that you send. A new `taskStatus` applies to tasks that enter the lane from then on; those in it keep theirs. To move the lane, send either `beforeLaneId` or `afterLaneId`, not both.',
  body: { label: 'Next' },
  answer: {
    project: {
      ...project,
      workflow_lanes: [{ id: ids.laneId, label: 'Next', task_count: 1, task_status: null }],
    },
  },
})

export const operation = endpoint(declaration, async (caller, { params, body }) => ({
  body: { project: await lanes.updateLane(caller, params.projectId, params.laneId, body) },
}))
