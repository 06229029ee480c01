import type { Task } from '../tasks/task.ts'
import { fold } from '../shared/fold-name.ts'

const statuses: Readonly<Record<string, Task['status'] | null>> = {
  '': null,
  '0': 0,
  open: 0,
  '1': 1,
  'in progress': 1,
  '2': 2,
  done: 2,
}

/** Longer than any name of a status; what is longer is not even folded. */
const maxCharacters = 40

/** The problem with any other text. */
export const statusRule = 'must be 0, 1 or 2, or open, in progress or done'

/** The status that a text names, in upper or lower case; null if it is empty. Undefined if it is anything else. */
export function statusOf(text: string): Task['status'] | null | undefined {
  if (text.length > maxCharacters) return undefined
  const name = fold(text.replace(/[_-]/g, ' '))
  return Object.hasOwn(statuses, name) ? statuses[name] : undefined
}
