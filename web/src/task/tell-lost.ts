import { explain } from '../ui/explain.ts'
import { showAlert } from '../ui/messages.ts'
import { ChangedSince } from '../data/unless-changed.ts'
import type { Entry } from './waiting.ts'

const doneWords = { add: 'added', move: 'moved', change: 'changed', delete: 'deleted' } as const

/** What a write says in words: “A” was moved. */
export const wordsOf = ({ task, act }: Pick<Entry, 'task' | 'act'>, not = ''): string =>
  `“${task.label}” was ${not}${doneWords[act.kind]}.`

/** The texts of a person that a write holds. */
export function textsIn({ act }: Entry): string[] {
  const { label, description } = act.kind === 'add' ? act.body : act.kind === 'change' ? act.changes : {}
  return [label, description].filter((text) => text != null)
}

/** Says what a late write would have done, and why it has not; its text can be copied. */
export function tellLost(entry: Entry, error: unknown): void {
  const why = error instanceof ChangedSince ? 'Someone else has changed it since.' : explain(error)
  tellUndone(entry, why)
}

/** The same with other reasons. */
export function tellUndone(entry: Entry, why: string): void {
  showAlert(`${wordsOf(entry, 'not ')} ${why}`, entry.task.id, textsIn(entry).at(-1))
}
