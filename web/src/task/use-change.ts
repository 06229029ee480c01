import { useQueryClient } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import type { Task, TaskChanges } from '../../../client/src/index.ts'
import { changeOf } from '../changes/change.ts'
import { inMessages, record } from '../changes/history.ts'
import { whyNot } from '../changes/words.ts'
import { placeTask } from '../data/cache.ts'
import { ChangedSince } from '../changes/refusals.ts'
import { statusNames } from '../ui/format.ts'
import { dismissAlerts, showAlert } from '../ui/messages.ts'

/**
 * Changes a task outside of its dialog, as a hook: the change is shown at once, reported, and can be undone, unless
 * someone else has changed the same since.
 * @returns a function that takes the task as it is shown, its changes (status, lane and values), and what was done in
 * words. It resolves when the service has answered, and after a refusal when the person was told.
 */
export function useTaskChange(): (task: Task, changes: TaskChanges, done: string) => Promise<void> {
  const cache = useQueryClient()
  return useMemo(() => {
    return async (task: Task, changes: TaskChanges, done: string) => {
      dismissAlerts(task.id)
      const [undone, failed] = [`“${task.label}” is as it was.`, `“${task.label}” was not changed.`]
      const said = inMessages({ done, undone, failed, stays: failed }, (what, error) => {
        if (error instanceof ChangedSince) placeTask(cache, error.task)
        showAlert(`${what} ${whyNot(error)}`, task.id)
      })
      const { answer } = record(cache, changeOf(task, changes), { task, place: 'same' }, said)
      await answer.catch(() => undefined) // it was told
    }
  }, [cache])
}

/** A new status of a task in words. */
export const statusDone = ({ label }: Task, status: Task['status']): string =>
  `“${label}” is ${statusNames[status].toLowerCase()}.`
