import type { TaskAnswer } from '../../../client/src/index.ts'
import { openDialogs } from '../ui/messages.ts'
import { noteStep, repeatable } from '../ui/undo.ts'
import { backTo, type Draft, type Texts, textsOf } from './draft.ts'

interface TextStepsOptions {
  /** The texts as they are. */
  now: () => Draft
  /** Changes some of them, and saves them. */
  put: (texts: Partial<Texts>) => void
  complain: (text: string) => void
}

const names = ['label', 'description'] as const

/** Those texts of `to` that are others in `from`. */
function differing(from: Texts, to: Texts): Partial<Texts> {
  return Object.fromEntries(names.filter((name) => from[name] !== to[name]).map((name) => [name, to[name]]))
}

/** Notes changes of an open task's texts as steps to undo: one for each time that a person leaves a field. */
export function openTextSteps({ now, put, complain }: TextStepsOptions) {
  const textsNow = (): Texts => ({ label: now().label.trim(), description: now().description })
  let last = textsOf(now().seen.task)

  /** Goes from some texts to others, unless someone has changed the same since. */
  const go = (from: Texts, to: Texts) => {
    const texts = differing(from, to)
    const changed = differing(textsNow(), { ...textsNow(), ...differing(to, from) })
    const [name] = Object.keys(changed)
    if (name === undefined) {
      put(texts)
      last = { ...last, ...texts }
    } else complain(`The ${name} has changed since, so it was left as it is.`)
  }
  return {
    /** To be called when the dialog opens. */
    begin: () => {
      last = textsOf(now().seen.task)
    },
    /** Called before the texts follow a version by others: others' changes are not undone. */
    follow: (draft: Draft, theirs: TaskAnswer) => {
      last = backTo(last, draft, theirs)
    },
    /** @param done what was done, in words; undefined: that a text was changed */
    note: (done?: string) => {
      const from = last
      const to = textsNow()
      last = to
      const [name, ...others] = Object.keys(differing(from, to))
      // the blur of a field in a closing dialog: a message offers to undo all changes in it
      if (name === undefined || openDialogs.value.length === 0) return
      const text = done ?? `Changed the ${others.length === 0 ? name : 'texts'}.`
      const undo = () => {
        go(to, from)
      }
      const redo = () => {
        go(from, to)
      }
      noteStep(text, undo, repeatable(text, undo, redo))
    },
  }
}
