import * as z from 'zod/mini'
import { chosenIdRule, exampleIds as ids, labelRule, type FieldTexts } from '../contract/field-texts.ts'
import { chosenId, label, status, uuid } from '../contract/fields.ts'
import { taskStatusRule } from './project.ts'

export const laneParams = z.strictObject({ projectId: uuid, laneId: uuid })

const taskStatus = z.optional(z.nullable(status))

export const newLane = z.strictObject({ id: z.optional(chosenId), label, taskStatus })

/** The data of a new lane. Its id is unique in the project. */
export type NewLane = z.output<typeof newLane>

export const laneChange = z
  .strictObject({
    label: z.optional(label),
    taskStatus,
    beforeLaneId: z.optional(uuid),
    afterLaneId: z.optional(uuid),
  })
  .check(
    z.refine(({ beforeLaneId, afterLaneId }) => !(beforeLaneId && afterLaneId), {
      error: 'must have at most one of beforeLaneId, afterLaneId',
    }),
  )

/** A change of a lane: its label, the status that it gives, or its position beside another lane. */
export type LaneChange = z.output<typeof laneChange>

/** The texts of the bodies of lanes. */
export const laneBodyTexts = (): FieldTexts<z.input<typeof newLane> & z.input<typeof laneChange>> => ({
  id: { meaning: `The id that the lane gets: ${chosenIdRule}`, example: ids.laneId },
  label: { meaning: `The name of the lane, ${labelRule()}`, example: 'To do' },
  taskStatus: { meaning: taskStatusRule, example: 2 },
  beforeLaneId: { meaning: 'The lane to put it before', example: ids.laneId },
  afterLaneId: { meaning: 'The lane to put it after', example: ids.laneId },
})
