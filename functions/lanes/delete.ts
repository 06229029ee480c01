import { declare } from '../../lib/contract/endpoint.ts'
import { none, success } from '../../lib/contract/fields.ts'
import { originHeader } from '../../lib/contract/headers.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { laneParams } from '../../lib/projects/lane.ts'
import * as lanes from '../../lib/tasks/delete-lane.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'lanes.delete',
  method: 'DELETE',
  path: '/projects/{projectId}/lanes/{laneId}',
  auth: { kind: 'token', scope: 'delete' },
  params: laneParams,
  query: none,
  headers: originHeader,
  success: 200,
  answer: success,
  errors: ['project_not_found', 'lane_not_found'],
  access: ['Query', 'Query:list', 'UpdateItem'],
})

export const words = (): Words => ({
  tag: 'Lanes',
  summary: 'Delete a lane',
  description:
    'The tasks of the lane stay, without a lane. The lane is listed until its last task has left it, but no other task can enter it. After a 503, repeat the request: it continues where it stopped.',
  answer: { success: true },
})

export const operation = endpoint(declaration, async (caller, { params }) => {
  await lanes.deleteLane(caller, params.projectId, params.laneId)
  return deleted
})
