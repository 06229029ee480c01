import { useQueryClient } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import type { Task, TaskChanges } from '../../../client/src/index.ts'
import { useApi } from '../data/api.ts'
import { entering, knownTask, placeTask } from '../data/cache.ts'
import { isLoss } from '../data/connection.ts'
import { orderBefore } from '../data/moves.ts'
import { ChangedSince } from '../data/unless-changed.ts'
import { explain } from '../ui/explain.ts'
import { statusNames } from '../ui/format.ts'
import { dismissAlerts, showAlert, showToast } from '../ui/messages.ts'
import { dropStep, putBack, showUndo, type Step, undoOnceWritten } from '../ui/undo.ts'
import { withChanges } from './conflict.ts'
import { type Made, takeBackChange } from './take-back-change.ts'
import { deliver, findWaiting, GivenUp, TakenBack } from './waiting.ts'

/**
 * Changes a task outside of its dialog, as a hook: the change is shown at once, reported, and can be undone, unless
 * someone else has changed the same since.
 * @returns a function that takes the task as it is shown, its changes (status, lane and values), and what was done in
 * words. It resolves when the service has answered, and after a refusal when the person was told.
 */
export function useTaskChange(): (task: Task, changes: TaskChanges, done: string) => Promise<void> {
  const { client } = useApi()
  const cache = useQueryClient()
  return useMemo(() => {
    const tell = (task: Task, error: unknown) => {
      if (error instanceof GivenUp) return
      if (error instanceof ChangedSince) placeTask(cache, error.task)
      const why = error instanceof ChangedSince ? 'It has changed since.' : explain(error)
      showAlert(`“${task.label}” was not changed. ${why}`, task.id)
    }
    const undo = async (made: Made, step: Step) => {
      const { before } = made
      try {
        await takeBackChange(client, cache, made)
        showToast(`“${before.label}” is as it was.`)
        return true
      } catch (error) {
        if (isLoss(error)) putBack(step)
        tell(before, error)
        return false
      }
    }

    const change = async (task: Task, changes: TaskChanges, done: string) => {
      dismissAlerts(task.id)
      const { workflowLaneId, status } = changes
      let from = { before: task, order: orderBefore(cache, task, changes) }
      const moved = workflowLaneId === undefined ? undefined : entering(cache, task, workflowLaneId)
      const shown = { ...withChanges(task, changes), ...(status === undefined && moved) }
      const { answer: written, giveUp } = deliver(
        {
          ...{ id: crypto.randomUUID(), task, shown: { task: shown, place: 'same' } },
          act: { kind: 'change', changes },
        },
        {
          // only then the task is as this change finds it: an earlier one, or its undo, may be under way
          inTurn: (sending, now) => {
            const before = knownTask(cache, now.id) ?? now
            from = { before, order: orderBefore(cache, before, changes) }
            return sending()
          },
        },
      )
      const back = undoOnceWritten(written, (after) => undo({ ...from, changes, after }, step))
      const goBack = () => {
        if (!giveUp()) return back.undo()
        showToast(`“${task.label}” is as it was.`)
        return true
      }
      const goOn = () => {
        if (back.callOff()) step = offer()
        else void change(findWaiting(cache, task.id) ?? task, changes, done)
      }
      const offer = (): Step => showUndo(done, goBack, goOn)
      // even before the answer: Ctrl+Z means the last change
      let step: Step = offer()
      await written.catch((error: unknown) => {
        if (!(error instanceof TakenBack)) dropStep(step)
        tell(task, error)
      })
    }
    return change
  }, [client, cache])
}

/** A new status of a task in words. */
export const statusDone = ({ label }: Task, status: Task['status']): string =>
  `“${label}” is ${statusNames[status].toLowerCase()}.`
