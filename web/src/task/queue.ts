import type { QueryClient } from '@tanstack/preact-query'
import type { Task, TaskAnswer, ResourceClient } from '../../../client/src/index.ts'
import { keys } from '../data/api.ts'
import { putTask } from '../data/task-cache.ts'
import { refuseIfLost } from '../data/writes.ts'

/** Computes the task after a write, to be shown while the write is pending. */
export type Apply = (task: Task) => Task

/** Sends a write; `latest` is the newest known version when it is sent. No answer: the task is gone since. */
type Send = (latest: TaskAnswer) => Promise<TaskAnswer | undefined>

/** The writes to one task. */
export interface Queue {
  /** Adds a write, and shows it until it is answered. Without a connection it fails at once. */
  write: (apply: Apply, send: Send) => Promise<unknown>
  /** Shows a write until the returned function is called. */
  show: (apply: Apply) => () => void
  /** Adds a write that is shown already. */
  add: <A extends TaskAnswer | undefined>(send: () => Promise<A>) => Promise<A>
  /** The newest known version. It is read first if only the board has shown the task, because a write needs its ETag. */
  latest: () => Promise<TaskAnswer>
}

interface QueueOptions {
  cache: QueryClient
  client: ResourceClient
  taskId: string
  /** Called with what is pending whenever that changes. */
  onPending: (pending: readonly Apply[]) => void
}

/**
 * The queue of the writes to one task: they are sent one after the other. Each is based on the result of the one before,
 * so that people do not get into conflict with themselves. What is pending is removed from the list when it has failed.
 */
export function openQueue({ cache, client, taskId, onPending }: QueueOptions): Queue {
  const queryKey = keys.task(taskId)
  let pending: readonly Apply[] = []
  let last: Promise<unknown> = Promise.resolve()
  const setPending = (list: readonly Apply[]) => {
    pending = list
    onPending(list)
  }
  const known = () => cache.getQueryData<TaskAnswer>(queryKey)

  const show: Queue['show'] = (apply) => {
    setPending([...pending, apply])
    return () => {
      setPending(pending.filter((other) => other !== apply))
    }
  }

  const latest = async (): Promise<TaskAnswer> => {
    const found = known()
    if (found) return found
    const read = await client.tasks.get(taskId)
    cache.setQueryData(queryKey, read)
    return read
  }

  const add: Queue['add'] = (send) => {
    const run = async () => {
      const answer = await send()
      if (!answer) return answer
      const before = known() ?? answer
      // a read that began before the write may end after it, with the old version
      await cache.cancelQueries({ queryKey })
      putTask(cache, answer, before.task)
      return answer
    }
    const result = last.then(run)
    last = result.catch(() => undefined)
    return result
  }

  const write: Queue['write'] = async (apply, send) => {
    refuseIfLost()
    const end = show(apply)
    return add(async () => send(await latest())).finally(end)
  }

  return { write, show, add, latest }
}
