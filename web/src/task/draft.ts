import type { TaskAnswer } from '../../../client/src/index.ts'
import { maxDescriptionCharacters, maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { tooLongText } from '../ui/too-long.ts'
import { contestedFields, type Conflict, type Field } from '../changes/merge.ts'
import { changesOf, type Draft, type Texts, textsOf } from '../changes/texts.ts'

/** An unchanged draft of a version. */
export const draftOf = (seen: TaskAnswer): Draft => ({ seen, ...textsOf(seen.task) })

/** Whether there is anything to save. */
export const isChanged = (draft: Draft): boolean => Object.keys(changesOf(draft)).length > 0

/** Whether the service would take the texts: there is a label, and nothing is too long. */
export const isValid = ({ label, description }: Texts): boolean =>
  label.trim() !== '' &&
  tooLongText(label.trim(), maxLabelCharacters) === undefined &&
  tooLongText(description, maxDescriptionCharacters) === undefined

/** Whether a field of the open dialog shows a value that the service would not take. It is not saved. */
export const hasRefusedValue = (): boolean =>
  document.querySelector('.field-values [aria-invalid=true]') !== null

/** A write that came too late, or would; `etag` is that of the current version. */
export interface Contest extends Conflict {
  etag: string
}

/** The person's changes beside a version of someone else. */
const conflictOf = (draft: Draft, current: TaskAnswer): Conflict => ({
  seen: draft.seen.task,
  changes: changesOf(draft),
  theirs: current.task,
})

/** The texts that both the person and someone else have changed; undefined when there are none. */
export function contestOf(draft: Draft, current: TaskAnswer): Contest | undefined {
  if (draft.seen.etag === current.etag) return undefined
  const contest = { ...conflictOf(draft, current), etag: current.etag }
  return contestedFields(contest).length > 0 ? contest : undefined
}

/** The texts of `mine`, except that texts which only others have changed since `base` come from `theirs`. */
const merged = (mine: Texts, base: Texts, theirs: Texts): Texts => ({
  label: mine.label.trim() === base.label && theirs.label !== base.label ? theirs.label : mine.label,
  description: mine.description === base.description ? theirs.description : mine.description,
})

/**
 * The draft after the task was read again: texts that the person has not changed are updated. If someone else has
 * changed the same text differently, the draft stays based on its old version, so that `contestOf` finds the conflict.
 */
export function follow(draft: Draft, current: TaskAnswer): Draft {
  if (draft.seen === current) return draft
  const base = textsOf(draft.seen.task)
  const theirs = textsOf(current.task)
  const next = { seen: current, ...merged(draft, base, theirs) }
  return contestedFields(conflictOf(draft, current)).length > 0 ? draft : next
}

/** The draft after the person's own write: what was sent counts as saved, what was typed since is kept. */
export const advance = (draft: Draft, sent: Texts, answer: TaskAnswer): Draft => ({
  seen: answer,
  ...merged(draft, { ...sent, label: sent.label.trim() }, textsOf(answer.task)),
})

/**
 * The state to which an undo of the person's changes returns when others have written a new version. A text that others
 * have changed is theirs, and an undo never goes back behind it. A text that equals the person's may be the person's
 * own, from a write whose answer was lost.
 */
export function backTo(before: Texts, draft: Draft, { task }: TaskAnswer): Texts {
  const base = textsOf(draft.seen.task)
  const theirs = textsOf(task)
  const isTheirs = (field: keyof Texts) =>
    theirs[field] !== base[field] && theirs[field] !== (field === 'label' ? draft.label.trim() : draft[field])
  return {
    label: isTheirs('label') ? theirs.label : before.label,
    description: isTheirs('description') ? theirs.description : before.description,
  }
}

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
