import type { QueryClient } from '@tanstack/preact-query'
import {
  isTasksApiError,
  type Task,
  type TaskAnswer,
  type TaskMove,
  type TasksClient,
} from '../../../client/src/index.ts'
import { knownTask, placeTask, removeMissing, tasksBeside } from '../data/cache.ts'
import { ChangedSince, unlessChanged } from '../data/unless-changed.ts'
import { runWrite } from '../data/writes.ts'
import { putRestored, withStatusOf } from '../data/task-cache.ts'

/** What this page has last written of a task. */
interface Own {
  answer: TaskAnswer
  /** Where it has last put the task, undefined if it has not moved it. */
  place: string | undefined
}

const owns = new WeakMap<QueryClient, Map<string, Own>>()

const ownOf = (cache: QueryClient, taskId: string) => owns.get(cache)?.get(taskId)

const placeOf = ({ project_id, workflow_lane_id, position }: Task) =>
  `${project_id} ${workflow_lane_id ?? ''} ${position}`

/** Notes a write of this page, which tells its own changes from those of others, and returns the answer to it. */
export function noted(cache: QueryClient, kind: 'move' | 'change', answer: TaskAnswer): TaskAnswer {
  const { task } = answer
  const all = owns.get(cache) ?? new Map<string, Own>()
  owns.set(cache, all)
  all.set(task.id, { answer, place: kind === 'move' ? placeOf(task) : all.get(task.id)?.place })
  return answer
}

/** Whether a task is gone. Asked after an error that does not say which of two tasks is missing. */
export const isGone = (client: TasksClient, taskId: string): Promise<boolean> =>
  client.tasks.get(taskId).then(
    () => false,
    (error: unknown) => isTasksApiError(error, 'task_not_found'),
  )

/**
 * Reverses writes to single tasks, unless someone else has changed the same since: then they throw ChangedSince.
 * @param isBound whether the token is bound to projects
 */
export function takeBackOf(client: TasksClient, cache: QueryClient, isBound: boolean) {
  /** Moves a task to where it was: beside the nearest of the tasks that were around it. */
  const moveBack = async (task: Task, ifMatch: string): Promise<TaskAnswer> => {
    const { before, behind } = tasksBeside(cache, task)
    const neighbour = before ?? behind
    const place: TaskMove = before
      ? { afterTaskId: before.id }
      : behind
        ? { beforeTaskId: behind.id }
        : { to: 'bottom' }
    try {
      const whole = { ...place, workflowLaneId: task.workflow_lane_id }
      return await withStatusOf(client, task, await client.tasks.move(task.id, whole, { ifMatch }))
    } catch (error) {
      const isOfNeighbour =
        neighbour && isTasksApiError(error, 'task_not_found') && (await isGone(client, neighbour.id))
      if (!isOfNeighbour) throw error
      removeMissing(cache, neighbour.id, isBound)
      return moveBack(task, ifMatch)
    }
  }

  /** Shows what has become of the task, if that is why it is not taken back. */
  const tellCache = (error: unknown) => {
    if (error instanceof ChangedSince) placeTask(cache, error.task)
    throw error
  }
  /** The task as the board has it, in its place. */
  const shown = ({ task }: TaskAnswer) => knownTask(cache, task.id) ?? task
  /** What a write is based on: the last answer to this page. */
  const latest = (after: TaskAnswer) => ownOf(cache, after.task.id)?.answer ?? after

  return {
    /** @param before the task before it was moved */
    place: (before: Task, after: TaskAnswer): Promise<TaskAnswer> => {
      const { workflow_lane_id, position } = before
      const now = shown(after)
      // of the status, only what the lane has given is taken back
      const status = now.status === after.task.status ? before.status : now.status
      const task = { ...now, workflow_lane_id, position, status }
      const isAsLeft = (now: Task) => placeOf(now) === ownOf(cache, now.id)?.place
      return runWrite(cache, { task, place: 'sorted' }, async () => {
        const answer = await unlessChanged(latest(after), isAsLeft, (etag) =>
          moveBack({ ...before, status }, etag),
        )
        return noted(cache, 'move', answer)
      }).catch(tellCache)
    },

    /** @param status the status before it was set */
    status: (status: Task['status'], after: TaskAnswer): Promise<TaskAnswer> => {
      const { id } = after.task
      const isAsLeft = (now: Task) => now.status === after.task.status
      return runWrite(cache, { task: { ...shown(after), status }, place: 'same' }, async () => {
        const answer = await unlessChanged(latest(after), isAsLeft, (ifMatch) =>
          client.tasks.update(id, { status }, { ifMatch }),
        )
        return noted(cache, 'change', answer)
      }).catch(tellCache)
    },

    /** Takes a task out of the trash, back to its place. */
    deletion: async (task: Task): Promise<void> => {
      const answer = await runWrite(cache, { task, place: 'sorted' }, async () =>
        withStatusOf(client, task, await client.tasks.restore(task.id)),
      )
      putRestored(cache, noted(cache, 'change', answer))
    },
  }
}
