import type { Task, TaskAnswer, TaskChanges } from '../../../client/src/index.ts'
import { contestedFields, type Field } from './conflict.ts'

interface Texts {
  label: string
  description: string
}

/** The texts in the task's fields, and the version of the task that they are based on. */
export interface Draft extends Texts {
  seen: TaskAnswer
}

const textsOf = (task: Task): Texts => ({ label: task.label, description: task.description ?? '' })

/** An unchanged draft of a version. */
export const draftOf = (seen: TaskAnswer): Draft => ({ seen, ...textsOf(seen.task) })

/** What Save sends: only the fields that the person has changed, so that no others are overwritten. */
export function changesOf({ label, description, seen }: Draft): TaskChanges {
  const before = textsOf(seen.task)
  return {
    ...(label.trim() !== before.label && { label: label.trim() }),
    ...(description !== before.description && { description: description === '' ? null : description }),
  }
}

/** Whether there is anything to save. */
export const isChanged = (draft: Draft): boolean => Object.keys(changesOf(draft)).length > 0

/** The texts of `mine`, except that texts which only others have changed since `base` come from `theirs`. */
const merged = (mine: Texts, base: Texts, theirs: Texts): Texts => ({
  label: mine.label.trim() === base.label && theirs.label !== base.label ? theirs.label : mine.label,
  description: mine.description === base.description ? theirs.description : mine.description,
})

/**
 * The draft after the task was read again: texts that the person has not changed are updated. If someone else has
 * changed the same text differently, the draft stays based on its old version, so that Save detects the conflict.
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

/** The draft after the person's own write: what was sent counts as saved, what was typed since is kept. */
export const advance = (draft: Draft, sent: Texts, answer: TaskAnswer): Draft => ({
  seen: answer,
  ...merged(draft, { ...sent, label: sent.label.trim() }, textsOf(answer.task)),
})

/** The draft after the person took others' version of some fields; their texts in the other fields are kept. */
export function yieldTo(draft: Draft, fields: readonly Field[], theirs: TaskAnswer): Draft {
  const texts = textsOf(theirs.task)
  const kept = merged(draft, textsOf(draft.seen.task), texts)
  return {
    seen: theirs,
    label: fields.includes('label') ? texts.label : kept.label,
    description: fields.includes('description') ? texts.description : kept.description,
  }
}
