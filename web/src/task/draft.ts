import type { Task, TaskAnswer, TaskChanges } from '../../../client/src/index.ts'
import { differingFields } from './conflict.ts'

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

/**
 * The draft once the task has been read again. Without unsaved changes it follows. With some it stays with the
 * version that the person began with, so that Save asks; only subtasks, which have writes of their own, do not count.
 */
export function follow(draft: Draft | undefined, current: TaskAnswer): Draft {
  if (!draft) return draftOf(current)
  if (draft.seen === current) return draft
  if (!isChanged(draft)) return draftOf(current)
  const differ = differingFields(draft.seen.task, current.task).some((field) => field !== 'subtasks')
  return differ ? draft : { ...draft, seen: current }
}

/**
 * The draft after a write of the person's own to the version that they had seen; what was sent is saved, what they
 * wrote meanwhile stays.
 */
export function advance(draft: Draft, sent: Texts, answer: TaskAnswer): Draft {
  const now = textsOf(answer.task)
  return {
    seen: answer,
    label: draft.label === sent.label ? now.label : draft.label,
    description: draft.description === sent.description ? now.description : draft.description,
  }
}
