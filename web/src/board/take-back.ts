import type { QueryClient } from '@tanstack/preact-query'
import {
  isTasksApiError,
  type Task,
  type TaskAnswer,
  type ResourceClient,
} from '../../../client/src/index.ts'
import { knownTask, placeTask, removeMissing } from '../data/cache.ts'
import { moveBackTo, placesBack } from '../data/moves.ts'
import { ChangedSince, unlessChanged } from '../data/unless-changed.ts'
import { runWrite, runWrites } from '../data/writes.ts'
import { dropTask, putRestored, withStatusOf } from '../data/task-cache.ts'
import { isGone, noted, ownOf, placeOf } from './own-writes.ts'

/**
 * Reverses writes to single tasks. If someone else has changed the same thing since, they throw ChangedSince.
 * @param isBound whether the token is bound to projects
 */
export function takeBackOf(client: ResourceClient, cache: QueryClient, isBound: boolean) {
  /** Moves a task to where it was: beside the nearest of the tasks that were around it. */
  const moveBack = async (task: Task, ifMatch: string): Promise<TaskAnswer> => {
    const [back] = placesBack(cache, [task])
    const neighbour = back?.place.afterTaskId ?? back?.place.beforeTaskId
    try {
      return await moveBackTo(client, task, back?.place, ifMatch)
    } catch (error) {
      const isOfNeighbour =
        neighbour !== undefined &&
        isTasksApiError(error, 'task_not_found') &&
        (await isGone(client, neighbour))
      if (!isOfNeighbour) throw error
      removeMissing(cache, neighbour, isBound)
      return moveBack(task, ifMatch)
    }
  }

  /** Shows the task's current state, if that is why the change is not undone. */
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
      // the status is reversed only if the lane gave it
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
          unlessChanged(latest(made), isAsLeft, (ifMatch) => client.tasks.delete(task.id, { ifMatch })).catch(
            tellCache,
          ),
        () => {
          dropTask(cache, task)
        },
      )
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
