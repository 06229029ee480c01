import { useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import type { Task, TaskAnswer } from '../../../client/src/index.ts'
import { keys } from '../data/api.ts'
import { putTask } from './task-cache.ts'

/** Computes the task after a write, to be shown while the write is pending. */
type Apply = (task: Task) => Task

/** Sends a write; `latest` is the newest known version when it is sent. */
type Send = (latest: TaskAnswer) => Promise<TaskAnswer>

/**
 * Sends the writes to one task one after the other. Each is based on the result of the one before, so that people do
 * not get into conflict with themselves. A pending write is shown at once, and removed if it fails.
 */
export function useWrites(current: TaskAnswer) {
  const cache = useQueryClient()
  const queryKey = keys.task(current.task.id)
  const [pending, setPending] = useState<readonly Apply[]>([])
  const last = useRef<Promise<unknown>>(Promise.resolve())

  const write = (apply: Apply, send: Send): Promise<TaskAnswer> => {
    setPending((list) => [...list, apply])
    const run = async () => {
      try {
        const latest = cache.getQueryData<TaskAnswer>(queryKey) ?? current
        const answer = await send(latest)
        // a read that began before the write may end after it, with the old version
        await cache.cancelQueries({ queryKey })
        putTask(cache, answer, latest.task)
        return answer
      } finally {
        setPending((list) => list.filter((other) => other !== apply))
      }
    }
    const result = last.current.then(run)
    last.current = result.catch(() => undefined)
    return result
  }

  // read from the cache, so that a write's answer appears in the same render in which its preview disappears
  const { task } = cache.getQueryData<TaskAnswer>(queryKey) ?? current
  return { shown: pending.reduce((before, apply) => apply(before), task), write }
}
