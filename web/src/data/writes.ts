import type { QueryClient } from '@tanstack/preact-query'
import type { Task, TaskAnswer } from '../../../client/src/index.ts'
import { signalOf } from '../ui/signal.ts'
import { placeTask } from './cache.ts'
import { belongs, isBefore, type ColumnScope } from './columns.ts'

/** A write under way, as it shows until the service has answered. */
export interface Write {
  /** The task as it will be. */
  task: Task
  /** Behind which task it goes, null: first; `end`; `same`: where it stands. */
  place: { after: string | null } | 'end' | 'same'
}

/** All writes of the board under way, oldest first. They lie over the cache, which holds the service's answers alone. */
export const writes = signalOf<readonly Write[]>([])

let last: Promise<unknown> = Promise.resolve()

/**
 * Shows a write and sends it; one after the other, since each place is beside a card that the one before may have
 * moved. When it fails, it is no longer shown: the card is back where it was.
 */
export async function runWrite(
  cache: QueryClient,
  write: Write,
  send: () => Promise<TaskAnswer>,
): Promise<Task> {
  writes.set([...writes.get(), write])
  const answer = last.then(send)
  last = answer.catch(() => undefined)
  try {
    const { task } = await answer
    placeTask(cache, task)
    return task
  } finally {
    // the cache tells its readers in a task of its own: only then the write may go, or the card would jump twice
    setTimeout(() => {
      writes.set(writes.get().filter((other) => other !== write))
    })
  }
}

/** The tasks of a column as they will be once these writes are done. */
export function withWrites(tasks: Task[], list: readonly Write[], scope: ColumnScope): Task[] {
  return list.reduce((shown, write) => withWrite(shown, write, scope), tasks)
}

function withWrite(tasks: Task[], { task, place }: Write, scope: ColumnScope): Task[] {
  const index = tasks.findIndex(({ id }) => id === task.id)
  const rest = index === -1 ? tasks : tasks.toSpliced(index, 1)
  if (!belongs(task, scope)) return rest
  if (place === 'end') return [...rest, task]
  if (place !== 'same') return rest.toSpliced(rest.findIndex(({ id }) => id === place.after) + 1, 0, task)
  if (index !== -1) return rest.toSpliced(index, 0, task)
  const next = rest.findIndex((other) => isBefore(task, other))
  return rest.toSpliced(next === -1 ? rest.length : next, 0, task)
}
