import type { QueryClient } from '@tanstack/preact-query'
import type { Task, TaskAnswer, TaskChanges, ResourceClient } from '../../../client/src/index.ts'
import { knownTasks } from './cache.ts'
import { isBefore, laneEnd } from './columns.ts'
import type { Placed } from './own-writes.ts'

/** The tasks of a project, in its order at one time. */
export type Order = readonly Placed[]

/** The order of a project's known tasks, with some that may not be among them. */
export function orderOf(cache: QueryClient, projectId: string, more: Order = []): Order {
  const all = new Map([...more, ...knownTasks(cache)].map((task) => [task.id, task]))
  return [...all.values()]
    .filter(({ project_id }) => project_id === projectId)
    .sort((one, other) => (isBefore(one, other) ? -1 : 1))
}

/** Whether a change gives the task another place. */
export const givesPlace = ({ workflowLaneId, projectId }: TaskChanges): boolean =>
  workflowLaneId !== undefined || projectId !== undefined

/** The order before a change; empty if the change gives the task no other place. */
export const orderBefore = (cache: QueryClient, task: Task, changes: TaskChanges): Order =>
  givesPlace(changes) ? orderOf(cache, task.project_id, [task]) : []

interface Condition {
  /** The version that the write is based on. */
  ifMatch?: string | undefined
}

/** Whether a change is a move to another lane, and nothing else. */
export const isLaneOnly = (changes: TaskChanges): changes is { workflowLaneId: string | null } =>
  Object.keys(changes).join() === 'workflowLaneId'

/** Sends a change of a task. One that enters another lane comes to the lane's end. */
export const sendChange = (
  { tasks }: ResourceClient,
  id: string,
  changes: TaskChanges,
  condition: Condition = {},
): Promise<TaskAnswer> =>
  isLaneOnly(changes)
    ? tasks.move(id, { ...laneEnd, ...changes }, condition)
    : tasks.update(id, changes, condition)
