import * as z from 'zod/mini'
import { declare } from '../contract/endpoint.ts'
import { exampleIds as ids, labelRule, type FieldTexts } from '../contract/field-texts.ts'
import { label, none, success, uuid } from '../contract/fields.ts'
import { originHeader } from '../contract/headers.ts'
import { projectAnswer } from './project.ts'

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

/** The data of a new lane. */
export type NewLane = z.output<typeof createLane.body>

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

/** A change of a lane: its label, or its position beside another lane. */
export type LaneChange = z.output<typeof updateLane.body>

/** The texts of the bodies of lanes. */
export const laneBodyTexts = (): FieldTexts<
  z.input<typeof createLane.body> & z.input<typeof updateLane.body>
> => ({
  label: { meaning: `The name of the lane, ${labelRule()}`, example: 'To do' },
  beforeLaneId: { meaning: 'The lane that it is moved before', example: ids.laneId },
  afterLaneId: { meaning: 'The lane that it is moved after', example: ids.laneId },
})

export const deleteLane = declare({
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
