import { createLane } from '../../lib/projects/lane.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as lanes from '../../lib/projects/lanes.ts'

export const handler = endpoint(createLane, async (caller, { path, params, body }) => {
  const { project, laneId } = await lanes.createLane(caller, params.projectId, body)
  return { body: { project }, headers: { Location: `${path}/${laneId}` } }
})
