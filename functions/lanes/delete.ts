import { deleteLane } from '../../lib/contract/lane.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as lanes from '../../lib/store/project/delete-lane.ts'

export const handler = endpoint(deleteLane, async (caller, { params }) => {
  await lanes.deleteLane(caller, params.projectId, params.laneId)
  return deleted
})
