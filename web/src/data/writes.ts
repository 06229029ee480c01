import { signal } from '@preact/signals-core'
import type { QueryClient } from '@tanstack/preact-query'
import { TasksApiError, type Task, type TaskAnswer } from '../../../client/src/index.ts'
import { entering, placeTask } from './cache.ts'
import { belongs, type ColumnScope, isBefore } from './columns.ts'
import { connection } from './connection.ts'
import { lingerSoon } from './lingering.ts'

/** A pending write, shown until the service has answered. */
export interface Write {
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
 * Shows writes and sends them in one request. Requests are sent one at a time, because a place is relative to a card that
 * the previous write may have moved. A write that fails is no longer shown, so the card returns to its old place.
 * @param keep puts the answer into the cache
 * @param mayWait whether the writes wait for a lost connection; others fail at once, and never behind those that wait
 */
export async function runWrites<A>(
  list: readonly Write[],
  send: () => Promise<A>,
  keep: (answer: A) => void,
  mayWait = false,
): Promise<A> {
  if (!mayWait) refuseIfLost()
  lingerSoon(list.map(({ task }) => task))
  writes.value = [...writes.value, ...list]
  const answer = last.then(send)
  last = answer.catch(() => undefined)
  try {
    const given = await answer
    keep(given)
    return given
  } finally {
    // the cache notifies its observers asynchronously; removing the write earlier would make the card jump twice
    setTimeout(() => {
      writes.value = writes.value.filter((other) => !list.includes(other))
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

/** Shows a write and sends it, as `runWrites` does. */
export function runWrite(
  cache: QueryClient,
  write: Write,
  send: () => Promise<TaskAnswer>,
): Promise<TaskAnswer> {
  return runWrites([write], send, ({ task }) => {
    placeTask(cache, task)
  })
}

/** The tasks of a column with pending writes applied. */
export function withWrites(tasks: Task[], list: readonly Write[], scope: ColumnScope): Task[] {
  // a text comes last: a write that was made before it was typed has the earlier one
  const last = ({ place }: Write) => Number(place === 'text')
  return [...list]
    .sort((one, other) => last(one) - last(other))
    .reduce((shown, write) => withWrite(shown, write, scope), tasks)
}

function withWrite(tasks: Task[], { task: written, place }: Write, scope: ColumnScope): Task[] {
  const index = tasks.findIndex(({ id }) => id === written.id)
  const before = tasks[index]
  if (place === 'text' && !before) return tasks
  const { label, description } = written
  const task = place === 'text' && before ? { ...before, label, description } : written
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
export function draftTask(cache: QueryClient, projectId: string, label: string, laneId: string | null): Task {
  const task: Task = {
    ...{ id: `new ${crypto.randomUUID()}`, label, status: 0, project_id: projectId, workflow_lane_id: null },
    ...{ position: '', description: null, subtasks: [], created_at: '', updated_at: '' },
  }
  return { ...task, ...entering(cache, task, laneId) }
}

/** Whether a task is still being created, so that it has no id of the service's and cannot be opened yet. */
export const isDraft = ({ position }: Task): boolean => position === ''

const waitingPrefix = 'waiting '

/** A task that is added by itself: what is done with it meanwhile waits until it is there. */
export const waitingTask = (draft: Task): Task => ({ ...draft, id: waitingPrefix + draft.id })

/** Whether an id is that of a task that waits to be added. */
export const isWaiting = (taskId: string): boolean => taskId.startsWith(waitingPrefix)

/** Whether nothing can be done with a task yet, because it is created together with others. */
export const isFixed = (task: Task): boolean => isDraft(task) && !isWaiting(task.id)
