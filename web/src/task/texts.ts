import type { Task, TaskAnswer, TaskChanges } from '../../../client/src/index.ts'
import type { UnsavedText } from '../ui/unsaved.ts'

export interface Texts {
  label: string
  description: string
}

/** The texts in the task's fields, and the version of the task that they are based on. */
export interface Draft extends Texts {
  seen: TaskAnswer
}

/** The texts of a version of a task. */
export const textsOf = (task: Task): Texts => ({ label: task.label, description: task.description ?? '' })

/** What is saved: only the fields that the person has changed, so that no others are overwritten. */
export function changesOf({ label, description, seen }: Draft): TaskChanges {
  const before = textsOf(seen.task)
  return {
    ...(label.trim() !== before.label && { label: label.trim() }),
    ...(description !== before.description && { description: description === '' ? null : description }),
  }
}

/** The texts that are not saved, with their names, for copying. */
export function unsavedOf(draft: Draft): UnsavedText[] {
  const { label, description } = changesOf(draft)
  const of = `of “${draft.seen.task.label}”`
  return [
    ...(label === undefined ? [] : [{ name: `New label ${of}`, text: label }]),
    ...(description == null ? [] : [{ name: `Description ${of}`, text: description }]),
  ]
}
