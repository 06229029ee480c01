import * as z from 'zod/mini'
import { declare } from './endpoint.ts'
import { label, none, success, uuid } from './fields.ts'
import { projectAnswer } from './project.ts'

/** docs/architecture.md, "Limits". */
export const maxLanes = 50

const laneParams = z.strictObject({ projectId: uuid, laneId: uuid })

export const createLane = declare({
  id: 'lanes.create',
  method: 'POST',
  path: '/projects/{projectId}/lanes',
  auth: { kind: 'token', scope: 'write' },
  params: z.strictObject({ projectId: uuid }),
  query: none,
  body: z.strictObject({ label }),
  success: 201,
  answer: projectAnswer,
  errors: ['project_not_found'],
  access: ['Query', 'UpdateItem'],
})

export const updateLane = declare({
  id: 'lanes.update',
  method: 'PATCH',
  path: '/projects/{projectId}/lanes/{laneId}',
  auth: { kind: 'token', scope: 'write' },
  params: laneParams,
  query: none,
  body: z
    .strictObject({
      label: z.optional(label),
      beforeLaneId: z.optional(uuid),
      afterLaneId: z.optional(uuid),
    })
    .check(
      z.refine(({ beforeLaneId, afterLaneId }) => !(beforeLaneId && afterLaneId), {
        error: 'must have at most one of beforeLaneId, afterLaneId',
      }),
    ),
  success: 200,
  answer: projectAnswer,
  errors: ['project_not_found', 'lane_not_found'],
  access: ['Query', 'UpdateItem'],
})

export const deleteLane = declare({
  id: 'lanes.delete',
  method: 'DELETE',
  path: '/projects/{projectId}/lanes/{laneId}',
  auth: { kind: 'token', scope: 'delete' },
  params: laneParams,
  query: none,
  success: 200,
  answer: success,
  errors: ['project_not_found', 'lane_not_found'],
  access: ['Query', 'Query:list', 'UpdateItem'],
})
