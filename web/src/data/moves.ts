import type { QueryClient } from '@tanstack/preact-query'
import type { Task, TaskAnswer, TaskChanges, TaskMove, ResourceClient } from '../../../client/src/index.ts'
import { knownTasks } from './cache.ts'
import { isBefore, laneEnd } from './columns.ts'
import { withStatusOf } from './task-cache.ts'

/** What is known of a task that is to go back to where it was. */
type Moved = Pick<Task, 'id' | 'position' | 'project_id'>

const byPlace = (one: Moved, other: Moved) => (isBefore(one, other) ? -1 : 1)

/**
 * How tasks of a project go back to the positions that they have here: each beside the nearest task, among the others in the
 * cached columns, that was around it. The moves are made in the order of the list.
 */
export function placesBack<T extends Moved>(
  cache: QueryClient,
  tasks: readonly T[],
): { task: T; place: TaskMove }[] {
  const moving = new Set(tasks.map(({ id }) => id))
  const others = knownTasks(cache)
    .filter(({ id, project_id }) => !moving.has(id) && project_id === tasks[0]?.project_id)
    .toSorted(byPlace)
  const placed = tasks.toSorted(byPlace).map((task) => {
    const next = others.findIndex((other) => isBefore(task, other))
    const before = others.at(next === -1 ? -1 : next - 1)
    const behind = others[next]
    if (before && next !== 0) return { task, isBehind: true, place: { afterTaskId: before.id } }
    return {
      task,
      isBehind: false,
      place: behind ? { beforeTaskId: behind.id } : ({ to: 'bottom' } as const),
    }
  })
  // of several that go behind the same task, the one that is sent last is next to it
  return [
    ...placed.filter(({ isBehind }) => !isBehind),
    ...placed.filter(({ isBehind }) => isBehind).reverse(),
  ]
}

interface Condition {
  /** The version that the write is based on. */
  ifMatch?: string | undefined
}

/** Whether a change is a move to another lane, and nothing else. */
const isLaneOnly = (changes: TaskChanges): changes is { workflowLaneId: string | null } =>
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

/** Moves a task back to its lane and, there, to a place; with the status that it had. */
export const moveBackTo = async (
  client: ResourceClient,
  before: Task,
  place: TaskMove = laneEnd,
  ifMatch: string,
): Promise<TaskAnswer> => {
  const whole = { ...place, workflowLaneId: before.workflow_lane_id }
  return withStatusOf(client, before, await client.tasks.move(before.id, whole, { ifMatch }))
}

/**
 * The move that undoes a change which `sendChange` has made by a move; undefined if it made it otherwise.
 * @param before the task before it
 */
export const wayBack = (cache: QueryClient, before: Task, made: TaskChanges): TaskMove | undefined =>
  isLaneOnly(made)
    ? { ...(placesBack(cache, [before])[0]?.place ?? laneEnd), workflowLaneId: before.workflow_lane_id }
    : undefined

/**
 * Undoes a change that `sendChange` has made.
 * @param before the task before it
 * @param reverse the changes that undo it
 */
export const sendBack = (
  client: ResourceClient,
  cache: QueryClient,
  before: Task,
  { made, reverse }: { made: TaskChanges; reverse: TaskChanges },
  ifMatch: string,
): Promise<TaskAnswer> => {
  const move = wayBack(cache, before, made)
  return move
    ? moveBackTo(client, before, move, ifMatch)
    : client.tasks.update(before.id, reverse, { ifMatch })
}
