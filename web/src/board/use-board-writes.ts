import { useQueryClient } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import { isTasksApiError, type Task } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { refresh, removeTask } from '../data/cache.ts'
import { noLane } from '../data/columns.ts'
import { isLoss } from '../data/connection.ts'
import { runWrite } from '../data/writes.ts'
import { explain } from '../ui/explain.ts'
import { dismissAlerts, showAlert } from '../ui/toast.tsx'
import { draftTask } from './draft-task.ts'
import { neighbour, type Place } from './drag/place.ts'
import { goneText } from './drag/words.ts'
import { statusNames } from './filter.ts'

/** The writes to a board's cards. Each is shown at once; if it fails, it is undone and an alert says why. */
export interface BoardWrites {
  move: (task: Task, to: Place, others: readonly Task[]) => void
  setStatus: (task: Task, status: Task['status']) => void
  /** @throws TasksApiError when the task was not added; the caller then keeps the text */
  add: (label: string, laneId: string, idempotencyKey: string) => Promise<Task>
}

/** The writes of one board. */
export function useBoardWrites(projectId: string): BoardWrites {
  const { client } = useApi()
  const cache = useQueryClient()
  return useMemo(() => {
    const failed = (about: string, what: string) => (error: unknown) => {
      showAlert(`${what} ${isLoss(error) ? 'The service is not responding.' : explain(error)}`, about)
      // a 404: the board that is shown is outdated
      if (isTasksApiError(error) && error.status === 404)
        refresh(cache, keys.tasks(projectId), keys.project(projectId))
    }
    // the error does not say which task is missing: the card itself or its intended neighbour
    const isMissing = ({ id }: Task) =>
      client.tasks.get(id).then(
        () => false,
        (error: unknown) => isTasksApiError(error, 'task_not_found'),
      )
    const failedFor = (task: Task, what: string) => async (error: unknown) => {
      if (!isTasksApiError(error, 'task_not_found')) {
        failed(task.id, what)(error)
        return
      }
      const isGone = await isMissing(task)
      if (isGone) removeTask(cache, task.id)
      showAlert(isGone ? goneText(task) : `${what} The card beside it was deleted.`, task.id)
      refresh(cache, keys.tasks(projectId), keys.project(projectId))
    }
    return {
      move: (task, to, others) => {
        dismissAlerts(task.id)
        const { laneId, index, isEnd } = to
        const workflow_lane_id = laneId === noLane ? null : laneId
        const isElsewhere = task.workflow_lane_id !== workflow_lane_id
        const body = { ...neighbour(others, to), ...(isElsewhere && { workflowLaneId: workflow_lane_id }) }
        const place = isEnd ? 'end' : { after: others[index - 1]?.id ?? null }
        runWrite(cache, { task: { ...task, workflow_lane_id }, place }, () =>
          client.tasks.move(task.id, body),
        ).catch(failedFor(task, `“${task.label}” is back where it was.`))
      },
      setStatus: (task, status) => {
        dismissAlerts(task.id)
        runWrite(cache, { task: { ...task, status }, place: 'same' }, () =>
          client.tasks.update(task.id, { status }),
        ).catch(failedFor(task, `“${task.label}” is still ${statusNames[task.status].toLowerCase()}.`))
      },
      add: async (label, laneId, idempotencyKey) => {
        dismissAlerts(idempotencyKey)
        const workflowLaneId = laneId === noLane ? null : laneId
        const write = { task: draftTask(projectId, label, workflowLaneId), place: 'end' } as const
        try {
          return await runWrite(cache, write, () =>
            client.tasks.create({ projectId, label, workflowLaneId }, { idempotencyKey }),
          )
        } catch (error) {
          failed(idempotencyKey, `“${label}” was not added.`)(error)
          throw error
        } finally {
          refresh(cache, keys.project(projectId), keys.projects)
        }
      },
    }
  }, [client, cache, projectId])
}
