import { updateLane } from '../../lib/contract/lane.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as lanes from '../../lib/store/project/lane.ts'

export const handler = endpoint(updateLane, async (caller, { params, body }) => ({
  body: { project: await lanes.updateLane(caller, params.projectId, params.laneId, body) },
}))
