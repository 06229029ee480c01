import type { Task } from '../tasks/task.ts'
import { fold } from '../shared/fold-name.ts'
import { shortText } from '../shared/short-text.ts'

const names: readonly (readonly string[])[] = [
  ['0', 'open', 'to do', 'todo', 'not started', 'incomplete'],
  ['1', 'in progress', 'doing', 'started'],
  ['2', 'done', 'complete', 'completed', 'closed', 'resolved', 'finished'],
]

const statuses = new Map<string, Task['status'] | null>([
  ['', null],
  // they are the statuses in their order
  ...names.flatMap((own, status) => own.map((name) => [name, status as Task['status']] as const)),
])

/** Longer than any name of a status; what is longer is not even folded. */
const maxCharacters = 40

/** What becomes of a task whose status is any other text. */
export const unknownStatus = (text: string): string =>
  `the status ${shortText(text.replace(/\s+/g, ' ').trim(), maxCharacters)} is not known, so the task is open, or has the status of its lane`

/** The status that a text names, in upper or lower case; null if it is empty. Undefined if it is anything else. */
export function statusOf(text: string): Task['status'] | null | undefined {
  if (text.length > maxCharacters) return undefined
  return statuses.get(fold(text.replace(/[_-]/g, ' ')))
}
