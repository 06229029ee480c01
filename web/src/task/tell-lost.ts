import { explain } from '../ui/explain.ts'
import { showAlert } from '../ui/messages.ts'
import { ChangedSince } from '../data/unless-changed.ts'
import { type Entry, textsIn } from './entry.ts'

const doneWords = { add: 'added', move: 'moved', change: 'changed', delete: 'deleted' } as const

/** What a write says in words: “A” was moved. */
export const wordsOf = ({ task, act }: Pick<Entry, 'task' | 'act'>, not = ''): string =>
  `“${task.label}” was ${not}${doneWords[act.kind]}.`

/** Says what a late write would have done, and why it has not; its text can be copied. */
export function tellLost(entry: Entry, error: unknown): void {
  const why = error instanceof ChangedSince ? 'Someone else has changed it since.' : explain(error)
  tellUndone(entry, why)
}

/** The same with other reasons. */
export function tellUndone(entry: Entry, why: string): void {
  showAlert(`${wordsOf(entry, 'not ')} ${why}`, entry.task.id, textsIn(entry).at(-1))
}
