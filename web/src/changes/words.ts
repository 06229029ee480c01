import { ChangedSince } from './refusals.ts'
import { explain } from '../ui/explain.ts'
import { counted } from '../ui/format.ts'
import { showAlert } from '../ui/messages.ts'
import { type Change, textsIn } from './change.ts'
import type { Entry } from './entry.ts'

/** What a change does, in a word. */
function doneWord({ before, after, move }: Change): string {
  if (after === 'trash') return 'deleted'
  if (before === 'none') return 'added'
  if (typeof before === 'string' || typeof after === 'string') return 'restored'
  return move || 'position' in after ? 'moved' : 'changed'
}

/** What changes of an earlier page do as one, in words: “A” was moved. */
export function wordsOf(changes: readonly Pick<Entry, 'task' | 'change' | 'isTyped'>[], not = ''): string {
  const [one] = changes
  if (!one) return ''
  if (one.isTyped === true && not !== '') return `The text of “${one.task.label}” was not saved.`
  const who = changes.length === 1 ? `“${one.task.label}” was` : `${counted(changes.length, 'task')} were`
  return `${who} ${not}${doneWord(one.change)}.`
}

/** Why something was not done, in words. */
export const whyNot = (error: unknown): string =>
  error instanceof ChangedSince ? 'It has changed since.' : explain(error)

/** Says what changes would have done as one, and why they have not; their texts can be copied. */
export function tellUndone(
  entries: readonly Pick<Entry, 'task' | 'change' | 'isTyped'>[],
  why: string,
): void {
  const texts = entries.flatMap(({ change }) => textsIn(change).at(-1)?.[1] ?? [])
  const copy = texts.length > 0 ? texts.join('\n') : undefined
  showAlert(`${wordsOf(entries, 'not ')} ${why}`, entries[0]?.task.id, copy)
}
