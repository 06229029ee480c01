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

/** What goes from texts to others: only those that differ, so that nobody's are overwritten. */
const textChanges = (before: Texts, { label, description }: Texts): TaskChanges => ({
  ...(label.trim() !== before.label && { label: label.trim() }),
  ...(description !== before.description && { description: description === '' ? null : description }),
})

/** What the person has changed. */
export const changesOf = ({ seen, ...texts }: Draft): TaskChanges => textChanges(textsOf(seen.task), texts)

/** What can be saved of it: a task needs a label. */
export function changesToSave(before: Texts, texts: Texts): TaskChanges {
  const { label, ...others } = textChanges(before, texts)
  return { ...others, ...(label !== undefined && label !== '' && { label }) }
}

/** What is typed, as the outbox keeps it; undefined: nothing. */
export function typedEntry({ seen: { task }, ...texts }: Draft): Entry | undefined {
  const changes = changesToSave(textsOf(task), texts)
  if (Object.keys(changes).length === 0) return undefined
  return { id: crypto.randomUUID(), change: changeOf(task, changes), task, place: 'text', isTyped: true }
}
