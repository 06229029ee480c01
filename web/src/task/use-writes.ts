import { useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import type { Task, TaskAnswer } from '../../../client/src/index.ts'
import { keys } from '../data/api.ts'
import { putTask } from './task-cache.ts'

/** How a task looks once a write is done, shown while it is under way. */
type Apply = (task: Task) => Task

/** Sends a write to the version of the task that is known when its turn has come. */
type Send = (latest: TaskAnswer) => Promise<TaskAnswer>

/**
 * Writes to one task, one after the other: each is to the version that the one before has left, so that nobody gets
 * into a conflict with themselves. What is under way shows at once, and goes when it fails.
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
        // a reading that began before the write may end after it
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

  // out of the cache, so that a write's answer shows in the very render in which its preview goes
  const { task } = cache.getQueryData<TaskAnswer>(queryKey) ?? current
  return { shown: pending.reduce((before, apply) => apply(before), task), write }
}
