import type { QueryClient } from '@tanstack/preact-query'
import {
  isTasksApiError,
  type Task,
  type TaskAnswer,
  type ResourceClient,
} from '../../../client/src/index.ts'

/** What this page has last written of a task. */
interface Own {
  answer: TaskAnswer
  /** Where it last put the task; undefined if it has not moved it. */
  place: string | undefined
}

const owns = new WeakMap<QueryClient, Map<string, Own>>()

export const ownOf = (cache: QueryClient, taskId: string) => owns.get(cache)?.get(taskId)

export const placeOf = ({ project_id, workflow_lane_id, position }: Task) =>
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
export const isGone = (client: ResourceClient, taskId: string): Promise<boolean> =>
  client.tasks.get(taskId).then(
    () => false,
    (error: unknown) => isTasksApiError(error, 'task_not_found'),
  )
