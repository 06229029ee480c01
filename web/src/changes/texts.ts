import type { Task, TaskAnswer, TaskChanges } from '../../../client/src/index.ts'
import { changeOf } from './change.ts'
import type { Entry } from './entry.ts'

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

/** What is typed, as the outbox keeps it; undefined: nothing. A task needs a label. */
export function typedEntry(draft: Draft): Entry | undefined {
  const { label, ...others } = changesOf(draft)
  const changes = { ...others, ...(label !== undefined && label !== '' && { label }) }
  const { task } = draft.seen
  if (Object.keys(changes).length === 0) return undefined
  return { id: crypto.randomUUID(), change: changeOf(task, changes), task, place: 'text', isTyped: true }
}
