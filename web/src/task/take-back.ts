import type { QueryClient } from '@tanstack/preact-query'
import {
  isTasksApiError,
  type Task,
  type TaskAnswer,
  type ResourceClient,
} from '../../../client/src/index.ts'
import { isGone, knownTask, placeTask, removeMissing } from '../data/cache.ts'
import { heirOf } from '../data/heirs.ts'
import { moveBackTo, placesBack } from '../data/moves-back.ts'
import type { Order } from '../data/moves.ts'
import { isWhere, latestOf, noted } from '../data/own-writes.ts'
import { takeBackChange } from './take-back-change.ts'
import { ChangedSince, unlessChanged } from '../data/unless-changed.ts'
import { laneEnd } from '../data/columns.ts'
import { runWrite, runWrites } from '../data/writes.ts'
import { dropTask, putRestored, withStatusOf } from '../data/task-cache.ts'
import { findWaiting } from './waiting.ts'

/**
 * Reverses writes to single tasks. If someone else has changed the same thing since, they throw ChangedSince.
 * @param isBound whether the token is bound to projects
 */
export function takeBackOf(client: ResourceClient, cache: QueryClient, isBound: boolean) {
  /** Moves a task to where it was in an order. */
  const moveBack = async (task: Task, order: Order, ifMatch: string): Promise<TaskAnswer> => {
    const [back] = placesBack(cache, [task], order)
    const neighbour = back?.place.afterTaskId ?? back?.place.beforeTaskId
    try {
      return await moveBackTo(client, cache, task, back?.place ?? laneEnd, ifMatch)
    } catch (error) {
      const isOfNeighbour =
        neighbour !== undefined &&
        isTasksApiError(error, 'task_not_found') &&
        (await isGone(client, neighbour))
      if (!isOfNeighbour) throw error
      removeMissing(cache, neighbour, isBound)
      return moveBack(task, order, ifMatch)
    }
  }

  /** Shows the task's current state, if that is why the change is not undone. */
  const tellCache = (error: unknown) => {
    if (error instanceof ChangedSince) placeTask(cache, error.task)
    throw error
  }
  /** The task as it is shown, with what is under way. */
  const shown = ({ task }: TaskAnswer) => findWaiting(cache, task.id) ?? task

  return {
    /**
     * @param before the task before it was moved
     * @param order the order before that
     */
    place: (before: Task, order: Order, after: TaskAnswer): Promise<TaskAnswer> => {
      const { workflow_lane_id } = before
      const position = placesBack(cache, [before], order)[0]?.position ?? before.position
      // the status is reversed only if the lane gave it
      const statusOf = (now: Task) => (now.status === after.task.status ? before.status : now.status)
      const now = shown(after)
      const task = { ...now, workflow_lane_id, position, status: statusOf(now) }
      const isAsLeft = (now: Task) => isWhere(cache, now, after.task)
      return runWrite(cache, { task, place: 'sorted' }, async () => {
        // only in its turn: the undo of a later status may be under way until then
        const status = statusOf(knownTask(cache, before.id) ?? after.task)
        const answer = await unlessChanged(latestOf(cache, after), isAsLeft, (etag) =>
          moveBack({ ...before, status }, order, etag),
        )
        return noted(cache, answer)
      }).catch(tellCache)
    },

    /** @param before the task before its status was set */
    status: (before: Task, after: TaskAnswer): Promise<TaskAnswer> => {
      const changes = { status: after.task.status }
      return takeBackChange(client, cache, { before, order: [], changes, after }).catch(tellCache)
    },

    /**
     * Moves a new task to the trash, unless somebody has worked on it since. A changed place does not count, because a
     * move may have been undone.
     */
    creation: async (made: TaskAnswer): Promise<void> => {
      const { task } = made
      const isAsLeft = (now: Task) =>
        now.label === task.label &&
        now.status === task.status &&
        !now.description &&
        now.subtasks.length === 0
      await runWrites(
        [{ task: shown(made), place: 'gone' }],
        () =>
          unlessChanged(latestOf(cache, made), isAsLeft, (ifMatch) =>
            client.tasks.delete(task.id, { ifMatch }),
          ).catch(tellCache),
        () => {
          dropTask(cache, task)
        },
      )
    },

    /** Takes a task out of the trash, back to its place, or to the end of the lane that stands for its lane now. */
    deletion: async (task: Task): Promise<void> => {
      const { id, workflow_lane_id } = task
      const heir = workflow_lane_id && heirOf(workflow_lane_id)
      const answer = await runWrite(cache, { task, place: 'sorted' }, async () => {
        let restored = await client.tasks.restore(id)
        if (heir !== workflow_lane_id)
          restored = await client.tasks.move(id, { ...laneEnd, workflowLaneId: heir })
        return withStatusOf(client, task, restored)
      })
      putRestored(cache, noted(cache, answer))
    },
  }
}
