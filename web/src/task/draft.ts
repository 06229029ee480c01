import type { Task, TaskAnswer, TaskChanges } from '../../../client/src/index.ts'
import { contestedFields, type Field } from './conflict.ts'

interface Texts {
  label: string
  description: string
}

/** What a person writes into the task's fields, and the version of the task that they began with. */
export interface Draft extends Texts {
  seen: TaskAnswer
}

const textsOf = (task: Task): Texts => ({ label: task.label, description: task.description ?? '' })

/** The texts as they are, nothing changed yet. */
export const draftOf = (seen: TaskAnswer): Draft => ({ seen, ...textsOf(seen.task) })

/** What Save would send: only what the person has changed, so that it overwrites nothing else. */
export function changesOf({ label, description, seen }: Draft): TaskChanges {
  const before = textsOf(seen.task)
  return {
    ...(label.trim() !== before.label && { label: label.trim() }),
    ...(description !== before.description && { description: description === '' ? null : description }),
  }
}

/** Whether there is anything to save. */
export const isChanged = (draft: Draft): boolean => Object.keys(changesOf(draft)).length > 0

/** The texts, with each taken from `theirs` that only others have changed since `base`. */
const merged = (mine: Texts, base: Texts, theirs: Texts): Texts => ({
  label: mine.label.trim() === base.label && theirs.label !== base.label ? theirs.label : mine.label,
  description: mine.description === base.description ? theirs.description : mine.description,
})

/**
 * The draft once the task has been read again: what the person has not changed follows. Where someone else has changed
 * the same text to another, it stays with the version that the person began with, so that Save asks.
 */
export function follow(draft: Draft | undefined, current: TaskAnswer): Draft {
  if (!draft) return draftOf(current)
  if (draft.seen === current) return draft
  const base = textsOf(draft.seen.task)
  const theirs = textsOf(current.task)
  const next = { seen: current, ...merged(draft, base, theirs) }
  const isContested = contestedFields({
    seen: draft.seen.task,
    changes: changesOf(draft),
    theirs: current.task,
  })
  return isContested.length > 0 ? draft : next
}

/** The draft after a write of the person's own: what was sent is saved, what they wrote meanwhile stays. */
export const advance = (draft: Draft, sent: Texts, answer: TaskAnswer): Draft => ({
  seen: answer,
  ...merged(draft, { ...sent, label: sent.label.trim() }, textsOf(answer.task)),
})

/** The draft once the person has taken others' version of some fields; what they wrote into the rest stays. */
export function yieldTo(draft: Draft, fields: readonly Field[], theirs: TaskAnswer): Draft {
  const texts = textsOf(theirs.task)
  const kept = merged(draft, textsOf(draft.seen.task), texts)
  return {
    seen: theirs,
    label: fields.includes('label') ? texts.label : kept.label,
    description: fields.includes('description') ? texts.description : kept.description,
  }
}
