import { declare } from '../../lib/contract/endpoint.ts'
import { none, projectParams } from '../../lib/contract/fields.ts'
import { replayedHeader } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { newLane } from '../../lib/projects/lane.ts'
import * as lanes from '../../lib/projects/lanes.ts'
import { projectAnswer } from '../../lib/projects/project.ts'
import { project } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'lanes.create',
  method: 'POST',
  path: '/projects/{projectId}/lanes',
  auth: { kind: 'token', scope: 'write' },
  params: projectParams,
  query: none,
  body: newLane,
  success: 201,
  answer: projectAnswer,
  errors: ['project_not_found', 'id_exists', 'id_reused'],
  access: ['Query', 'UpdateItem'],
})

export const words = (): Words => {
  const second = {
    id: '01a1fc61-2b7e-7c55-8d19-e0a4b1f3d6c8',
    label: 'Waiting',
    task_count: 0,
    task_status: 1,
  }
  return {
    tag: 'Lanes',
    summary: 'Add a lane',
    description:
      'Adds a lane at the end and returns the whole project. With `taskStatus`, a task that enters the lane gets that status: by a create, a change, a move, a restore or an import, or from a form. If a request names a status, that one holds. The header `Location` has the path of the lane. With an `id`, a repeated request adds no second lane: it gets the project as it is now, with `Idempotency-Replayed: true`, unless the lane was deleted since.',
    body: { label: 'Waiting', taskStatus: 1 },
    answer: { project: { ...project, workflow_lanes: [...project.workflow_lanes, second] } },
  }
}

export const operation = endpoint(declaration, async (caller, { path, params, body }) => {
  const { project, laneId, replayed } = await lanes.createLane(caller, params.projectId, body)
  return {
    body: { project },
    headers: { Location: `${path}/${laneId}`, ...replayedHeader({ replayed }) },
  }
})
