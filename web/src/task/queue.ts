import type { QueryClient } from '@tanstack/preact-query'
import type { Task, TaskAnswer, TasksClient } from '../../../client/src/index.ts'
import { keys } from '../data/api.ts'
import { putTask } from '../data/task-cache.ts'

/** Computes the task after a write, to be shown while the write is pending. */
export type Apply = (task: Task) => Task

/** Sends a write; `latest` is the newest known version when it is sent. */
export type Send = (latest: TaskAnswer) => Promise<TaskAnswer>

/** Adds a write to a queue. Resolves to its answer. */
export type Write = (apply: Apply, send: Send) => Promise<TaskAnswer>

interface QueueOptions {
  cache: QueryClient
  client: TasksClient
  taskId: string
  /** Called with what is pending whenever that changes. */
  onPending: (pending: readonly Apply[]) => void
}

/**
 * The queue of the writes to one task: they are sent one after the other. Each is based on the result of the one before,
 * so that people do not get into conflict with themselves. What is pending is removed from the list when it has failed.
 */
export function openQueue({ cache, client, taskId, onPending }: QueueOptions): Write {
  const queryKey = keys.task(taskId)
  let pending: readonly Apply[] = []
  let last: Promise<unknown> = Promise.resolve()
  const setPending = (list: readonly Apply[]) => {
    pending = list
    onPending(list)
  }

  /**
   * The newest known version. It is read first if only the board has shown the task, because a write needs its ETag.
   */
  const latestKnown = async (): Promise<TaskAnswer> => {
    const known = cache.getQueryData<TaskAnswer>(queryKey)
    if (known) return known
    const read = await client.tasks.get(taskId)
    cache.setQueryData(queryKey, read)
    return read
  }

  return (apply, send) => {
    setPending([...pending, apply])
    const run = async () => {
      try {
        const latest = await latestKnown()
        const answer = await send(latest)
        // a read that began before the write may end after it, with the old version
        await cache.cancelQueries({ queryKey })
        putTask(cache, answer, latest.task)
        return answer
      } finally {
        setPending(pending.filter((other) => other !== apply))
      }
    }
    const result = last.then(run)
    last = result.catch(() => undefined)
    return result
  }
}
