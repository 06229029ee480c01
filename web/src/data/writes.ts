import { signal } from '@preact/signals-core'
import type { QueryClient } from '@tanstack/preact-query'
import { TasksApiError, type Task } from '../../../client/src/index.ts'
import { entering } from './cache.ts'
import { belongs, type ColumnScope, isBefore } from './columns.ts'
import { connection } from './connection.ts'

/** A pending write, shown until the service has answered. */
export interface Write {
  /** The id of the change that it shows. */
  id?: string
  /** Makes it of the version of the task that is there; without it, the task is shown as the write has it. */
  apply?: (task: Task) => Task
  /** The task after the write. */
  task: Task
  /**
   * `after`: the id of the task before it, null for the first place; `end`: the last place; `same`: no move; `sorted`: by
   * its position; `gone`: it is deleted; `text`: it is a text that is not saved, and nothing else of the task counts.
   */
  place: { after: string | null } | 'end' | 'same' | 'sorted' | 'gone' | 'text'
}

/** The board's pending writes, oldest first. They are shown on top of the cache, which holds the service's answers. */
export const writes = signal<readonly Write[]>([])

let last: Promise<unknown> = Promise.resolve()

/** To be called before a write that is not kept: it fails at once while the connection is known to be lost. */
export function refuseIfLost(): void {
  if (connection.value === 'lost') throw new TasksApiError('network_error', 'The connection is lost.')
}

/**
 * Shows writes and sends them when all before them have ended: requests are sent one at a time, because a place is relative to
 * a card that the previous write may have moved. A write that fails is no longer shown, so the card returns to its old place.
 */
export async function runWrites<A>(list: readonly Write[], send: () => Promise<A>): Promise<A> {
  writes.value = [...writes.value, ...list]
  const answer = last.then(send)
  last = answer.catch(() => undefined)
  try {
    return await answer
  } finally {
    // the cache notifies its observers asynchronously; removing the write earlier would make the card jump twice
    setTimeout(() => {
      const gone = new Set(list)
      writes.value = writes.value.filter((other) => !gone.has(other))
    })
  }
}

/** Shows a write no more, before its turn. */
export function hideWrite(write: Write): void {
  writes.value = writes.value.filter((other) => other !== write)
}

/** Forgets the pending writes when a session ends, so that those of the next session do not wait for them. */
export function forgetWrites(): void {
  last = Promise.resolve()
  writes.value = []
}

/** The tasks of a column with pending writes applied. */
export function withWrites(tasks: Task[], list: readonly Write[], scope: ColumnScope): Task[] {
  // a text comes last: a write that was made before it was typed has the earlier one
  const last = ({ place }: Write) => Number(place === 'text')
  return [...list]
    .sort((one, other) => last(one) - last(other))
    .reduce((shown, write) => withWrite(shown, write, scope), tasks)
}

function withWrite(tasks: Task[], { task: written, place, apply }: Write, scope: ColumnScope): Task[] {
  const index = tasks.findIndex(({ id }) => id === written.id)
  const before = tasks[index]
  if (place === 'text' && !before) return tasks
  const task = before && apply ? apply(before) : written
  const rest = index === -1 ? tasks : tasks.toSpliced(index, 1)
  if (place === 'gone' || !belongs(task, scope)) return rest
  if (place === 'end') return [...rest, task]
  if (typeof place === 'object') {
    return rest.toSpliced(rest.findIndex(({ id }) => id === place.after) + 1, 0, task)
  }
  if ((place === 'same' || place === 'text') && index !== -1) return rest.toSpliced(index, 0, task)
  const next = rest.findIndex((other) => isBefore(task, other))
  return rest.toSpliced(next === -1 ? rest.length : next, 0, task)
}

/** A new task as the service will probably return it. Fields that only the service can set are empty. */
export function draftTask(
  cache: QueryClient,
  { id, projectId, label, laneId }: { id: string; projectId: string; label: string; laneId: string | null },
): Task {
  const task: Task = {
    ...{ id, label, status: 0, project_id: projectId, workflow_lane_id: null },
    ...{ position: '', description: null, subtasks: [], created_at: '', updated_at: '' },
  }
  return { ...task, ...entering(cache, task, laneId) }
}

/** Whether a task is still being created, so that it cannot be opened yet. */
export const isDraft = ({ created_at }: Task): boolean => created_at === ''
