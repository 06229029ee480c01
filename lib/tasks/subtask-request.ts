import * as z from 'zod/mini'
import { exampleIds as ids, type FieldTexts } from '../contract/field-texts.ts'
import { label, taskReference, uuid } from '../contract/fields.ts'
import { newSubtask, newSubtaskTexts } from './task.ts'

export const subtaskParams = z.strictObject({ id: taskReference, subtaskId: uuid })

export const subtaskChange = z
  .strictObject({
    label: z.optional(label),
    isCompleted: z.optional(z.boolean()),
    beforeSubtaskId: z.optional(uuid),
    afterSubtaskId: z.optional(uuid),
  })
  .check(
    z.refine(({ beforeSubtaskId, afterSubtaskId }) => !(beforeSubtaskId && afterSubtaskId), {
      error: 'must have at most one of beforeSubtaskId, afterSubtaskId',
    }),
  )

/** A change of a subtask: its label, its completion, or its position beside another subtask. */
export type SubtaskChange = z.output<typeof subtaskChange>

/** The texts of the bodies of subtasks. */
export const subtaskBodyTexts = (): FieldTexts<
  z.input<typeof newSubtask> & z.input<typeof subtaskChange>
> => ({
  ...newSubtaskTexts(),
  beforeSubtaskId: { meaning: 'The subtask that it is moved before', example: ids.subtaskId },
  afterSubtaskId: { meaning: 'The subtask that it is moved after', example: ids.subtaskId },
})
