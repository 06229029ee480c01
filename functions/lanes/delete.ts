import { deleteLane } from '../../lib/projects/lane.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as lanes from '../../lib/tasks/delete-lane.ts'

export const handler = endpoint(deleteLane, async (caller, { params }) => {
  await lanes.deleteLane(caller, params.projectId, params.laneId)
  return deleted
})
