import * as z from 'zod/mini'
import { declare } from '../contract/endpoint.ts'
import { exampleIds as ids, type FieldTexts } from '../contract/field-texts.ts'
import { label, none, success, taskReference, uuid } from '../contract/fields.ts'
import { taskWriteHeaders } from '../contract/headers.ts'
import { newSubtask, newSubtaskTexts, taskAnswer } from './task.ts'

const subtaskParams = z.strictObject({ id: taskReference, subtaskId: uuid })

export const createSubtask = declare({
  id: 'subtasks.create',
  method: 'POST',
  path: '/tasks/{id}/subtasks',
  auth: { kind: 'token', scope: 'write' },
  params: z.strictObject({ id: taskReference }),
  query: none,
  headers: taskWriteHeaders,
  body: newSubtask,
  success: 201,
  answer: taskAnswer,
  errors: ['task_not_found', 'precondition_failed'],
  access: ['UpdateItem'],
})

export const updateSubtask = declare({
  id: 'subtasks.update',
  method: 'PATCH',
  path: '/tasks/{id}/subtasks/{subtaskId}',
  auth: { kind: 'token', scope: 'write' },
  params: subtaskParams,
  query: none,
  headers: taskWriteHeaders,
  body: z
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
    ),
  success: 200,
  answer: taskAnswer,
  errors: ['task_not_found', 'subtask_not_found', 'precondition_failed'],
  access: ['GetItem', 'UpdateItem'],
})

/** A change of a subtask: its label, its completion, or its position beside another subtask. */
export type SubtaskChange = z.output<typeof updateSubtask.body>

/** The texts of the bodies of subtasks. */
export const subtaskBodyTexts = (): FieldTexts<
  z.input<typeof createSubtask.body> & z.input<typeof updateSubtask.body>
> => ({
  ...newSubtaskTexts(),
  beforeSubtaskId: { meaning: 'The subtask that it is moved before', example: ids.subtaskId },
  afterSubtaskId: { meaning: 'The subtask that it is moved after', example: ids.subtaskId },
})

export const deleteSubtask = declare({
  id: 'subtasks.delete',
  method: 'DELETE',
  path: '/tasks/{id}/subtasks/{subtaskId}',
  auth: { kind: 'token', scope: 'delete' },
  params: subtaskParams,
  query: none,
  headers: taskWriteHeaders,
  success: 200,
  answer: success,
  errors: ['task_not_found', 'subtask_not_found', 'precondition_failed'],
  access: ['UpdateItem'],
})
