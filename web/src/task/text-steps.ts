import type { TaskAnswer } from '../../../client/src/index.ts'
import { openDialogs } from '../ui/messages.ts'
import { dropStep, noteStep, showUndo, type Step } from '../ui/undo.ts'
import { backTo } from './draft.ts'
import { type Draft, type Texts, textsOf } from '../changes/texts.ts'

interface TextStepsOptions {
  /** The texts when the task was opened. */
  opened: Texts
  /** The texts as they are, on top of the newest known version. */
  now: () => Draft
  /** Changes some of them, and saves them. */
  put: (texts: Partial<Texts>) => void
  complain: (text: string) => void
  /** Says which text is as it was, and in which task. */
  tell: (name: Name, label: string, labelBefore: string) => void
}

type Note = (text: string, undo: () => unknown, redo: () => void) => Step

const names = ['label', 'description'] as const
type Name = (typeof names)[number]

/** The texts that differ between two versions. */
const differing = (from: Texts, to: Texts): Name[] => names.filter((name) => from[name] !== to[name])

/** Some of the texts. */
const only = (which: readonly Name[], texts: Texts): Partial<Texts> =>
  Object.fromEntries(which.map((name) => [name, texts[name]]))

/**
 * Notes changes of an open task's texts as steps to undo: one for each time that a person leaves a field. They can be undone
 * and made again after the dialog has closed, too.
 */
export function openTextSteps({ opened, now, put, complain, tell }: TextStepsOptions) {
  const textsNow = (): Texts => {
    const { label, description } = now()
    return { label: label.trim(), description }
  }
  let last = opened
  /** The steps that were noted since the dialog has opened, and the texts that each has changed. */
  let noted: readonly { step: Step; changed: readonly Name[] }[] = []
  /** The texts that someone else has changed after they were saved, before there was a step. */
  const overtaken = new Set<Name>()

  /** Goes from some texts to others, unless someone has changed the same since. Returns whether it does. */
  const go = (from: Texts, to: Texts): boolean => {
    const changed = differing(from, to)
    const current = textsNow()
    const other = changed.find((name) => current[name] !== from[name])
    if (other === undefined) {
      const texts = only(changed, to)
      put(texts)
      last = { ...last, ...texts }
    } else complain(`The ${other} has changed since, so it was left as it is.`)
    return other === undefined
  }
  const add = (text: string, from: Texts, to: Texts, note: Note = noteStep) => {
    const undo = () => {
      const [name] = differing(from, to)
      if (!go(to, from)) dropStep(step)
      else if (name) tell(name, from.label, to.label)
    }
    const redo = () => {
      if (go(from, to)) add(text, from, to)
    }
    const step = note(text, undo, redo)
    noted = [...noted, { step, changed: differing(from, to) }]
  }
  /** Says of texts that were changed and can no longer be undone that they cannot: nothing before them is undone for them. */
  const noteOvertaken = () => {
    if (overtaken.size === 0) return
    const what = [...overtaken].join(' and the ')
    noteStep(`Changed the ${what} of “${now().seen.task.label}”. Someone else has changed it since.`)
    overtaken.clear()
  }
  return {
    /** To be called when the dialog opens. */
    begin: () => {
      last = textsOf(now().seen.task)
      noted = []
      overtaken.clear()
    },
    /** To be called when the dialog has closed. */
    end: noteOvertaken,
    /** Called before the texts follow a version by others: others' changes are not undone. */
    follow: (draft: Draft, theirs: TaskAnswer) => {
      const saved = textsOf(draft.seen.task)
      const next = backTo(last, draft, theirs)
      for (const name of differing(last, next)) if (saved[name] !== last[name]) overtaken.add(name)
      last = next
    },
    /** @param done what was done, in words; undefined: that a text was changed */
    note: (done?: string) => {
      const from = last
      const to = textsNow()
      last = to
      const changed = differing(from, to)
      for (const name of changed) overtaken.delete(name)
      // the blur of a field in a closing dialog: a message offers to undo all changes in it
      if (openDialogs.value.length === 0) return
      noteOvertaken()
      if (changed.length > 0) add(done ?? `Changed the ${changed.join(' and the ')}.`, from, to)
    },
    /** Says what was changed while the dialog was open, and offers to undo all of it at once instead of step by step. */
    offer: (done: string, from: Texts, to: Texts) => {
      const texts = differing(from, to)
      if (texts.length === 0) return
      for (const { step, changed } of noted) if (changed.every((name) => texts.includes(name))) dropStep(step)
      add(done, from, to, showUndo)
    },
  }
}

export type TextSteps = ReturnType<typeof openTextSteps>
