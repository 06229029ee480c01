import * as z from 'zod/mini'
import { exampleIds as ids, labelRule, type FieldTexts } from '../contract/field-texts.ts'
import { label, uuid } from '../contract/fields.ts'

export const laneParams = z.strictObject({ projectId: uuid, laneId: uuid })

export const newLane = z.strictObject({ label })

/** The data of a new lane. */
export type NewLane = z.output<typeof newLane>

export const laneChange = z
  .strictObject({
    label: z.optional(label),
    beforeLaneId: z.optional(uuid),
    afterLaneId: z.optional(uuid),
  })
  .check(
    z.refine(({ beforeLaneId, afterLaneId }) => !(beforeLaneId && afterLaneId), {
      error: 'must have at most one of beforeLaneId, afterLaneId',
    }),
  )

/** A change of a lane: its label, or its position beside another lane. */
export type LaneChange = z.output<typeof laneChange>

/** The texts of the bodies of lanes. */
export const laneBodyTexts = (): FieldTexts<z.input<typeof newLane> & z.input<typeof laneChange>> => ({
  label: { meaning: `The name of the lane, ${labelRule()}`, example: 'To do' },
  beforeLaneId: { meaning: 'The lane that it is moved before', example: ids.laneId },
  afterLaneId: { meaning: 'The lane that it is moved after', example: ids.laneId },
})
