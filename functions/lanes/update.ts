import { updateLane } from '../../lib/projects/lane.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as lanes from '../../lib/projects/lanes.ts'

export const handler = endpoint(updateLane, async (caller, { params, body }) => ({
  body: { project: await lanes.updateLane(caller, params.projectId, params.laneId, body) },
}))
