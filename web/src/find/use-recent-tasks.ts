import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import type { Task, TaskAnswer } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { knownTask } from '../data/cache.ts'

/** The tasks that were opened lately, those that the page does not know as soon as the service has returned them. */
export function useRecentTasks(ids: readonly string[]): Task[] {
  const { client } = useApi()
  const cache = useQueryClient()
  const [fetched, setFetched] = useState<readonly Task[]>([])
  const known = (id: string) => knownTask(cache, id) ?? cache.getQueryData<TaskAnswer>(keys.task(id))?.task
  const unknown = ids.filter((id) => !known(id)).join(' ')
  useEffect(() => {
    const stop = new AbortController()
    for (const id of unknown.split(' ').filter((part) => part !== '')) {
      client.tasks.get(id, { signal: stop.signal }).then(
        ({ task }) => {
          setFetched((others) => [...others.filter((other) => other.id !== id), task])
        },
        () => undefined, // it was deleted, or is asked for again next time
      )
    }
    return () => {
      stop.abort()
    }
  }, [client, unknown])
  return ids.flatMap((id) => known(id) ?? fetched.find((task) => task.id === id) ?? [])
}
