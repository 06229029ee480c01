import * as z from 'zod/mini'
import {
  chosenIdRule,
  exampleIds as ids,
  labelLimit,
  labelRule,
  type FieldTexts,
} from '../contract/field-texts.ts'
import { chosenId, label, taskReference, uuid } from '../contract/fields.ts'

/** A subtask, as its task shows it. */
export const subtask = z.object({ id: uuid, label: z.string(), is_completed: z.boolean() })
export type Subtask = z.output<typeof subtask>

export const subtaskParams = z.strictObject({ id: taskReference, subtaskId: uuid })

const contentShape = { label, isCompleted: z._default(z.boolean(), false) }
/** What a new subtask says. */
export const subtaskContent = z.strictObject(contentShape)

/** The data of a new subtask, created alone or with its task. Its id is unique in the task. */
export const newSubtask = z.strictObject({ id: z.optional(chosenId), ...contentShape })
export type NewSubtask = z.output<typeof newSubtask>

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

export const subtaskTexts = (): FieldTexts<Subtask> => ({
  id: { meaning: 'The id of the subtask', example: ids.subtaskId },
  label: { meaning: `The text of the subtask, ${labelLimit()}`, example: 'Find her number' },
  is_completed: { meaning: 'Whether the subtask is done', example: true },
})

export const newSubtaskTexts = (): FieldTexts<z.input<typeof newSubtask>> => ({
  id: { meaning: `The id that the subtask gets: ${chosenIdRule}`, example: ids.subtaskId },
  label: { meaning: `The text of the subtask, ${labelRule()}`, example: 'Find her number' },
  isCompleted: { meaning: 'Whether the subtask is done', example: true },
})

/** The texts of the bodies of subtasks. */
export const subtaskBodyTexts = (): FieldTexts<
  z.input<typeof newSubtask> & z.input<typeof subtaskChange>
> => ({
  ...newSubtaskTexts(),
  beforeSubtaskId: { meaning: 'The subtask to put it before', example: ids.subtaskId },
  afterSubtaskId: { meaning: 'The subtask to put it after', example: ids.subtaskId },
})
