import type { QueryClient } from '@tanstack/preact-query'
import {
  isTasksApiError,
  type Task,
  type TaskAnswer,
  type TaskChanges,
  type TaskMove,
  type ResourceClient,
} from '../../../client/src/index.ts'
import { laneEnd } from './columns.ts'
import { isLaneOnly, type Order, orderOf } from './moves.ts'
import { noteBack, type Placed } from './own-writes.ts'
import { withStatusOf } from './task-cache.ts'

/** How a task goes back. */
interface WayBack<T> {
  task: T
  place: TaskMove
  /** A position for showing it there until the service has given it one. */
  position: string
}

/**
 * Where tasks stood in an order, among others that may have moved since, have gone, or have come.
 * @returns for a task, how many of the others belong before it: those that stood before it should, and those that stood
 * behind it should not; the tasks of its lane, which people see beside it, count first
 */
function gapsIn(order: Order, others: Order) {
  const places = new Map(order.map((task, index) => [task.id, { index, laneId: task.workflow_lane_id }]))
  const placeOf = ({ id }: Placed) => places.get(id)
  const gapFor = (task: Placed): number => {
    const at = placeOf(task)?.index ?? order.length
    let [gap, cost, least] = [0, 0, 0]
    for (const [index, other] of others.entries()) {
      const place = placeOf(other)
      if (!place) continue
      const { workflow_lane_id: laneId } = task
      const isOfLane = place.laneId === laneId && other.workflow_lane_id === laneId
      const weight = isOfLane ? order.length : 1
      cost += place.index < at ? -weight : weight
      if (cost < least) [gap, least] = [index + 1, cost]
    }
    if (gap > 0) return gap
    // the first of all, so right before the next one
    const next = others.findIndex((other) => placeOf(other) !== undefined)
    return next === -1 ? others.length : next
  }
  return { gapFor, indexOf: (task: Placed) => placeOf(task)?.index ?? order.length }
}

/**
 * How tasks of a project go back to the places that they had: each between its neighbours, as far as these are there.
 * Positions are no help, because a neighbour that went back itself has got another one. The moves are made in the order of
 * the list.
 * @param order the order before the tasks were moved away
 */
export function placesBack<T extends Placed>(
  cache: QueryClient,
  tasks: readonly T[],
  order: Order,
): WayBack<T>[] {
  const moving = new Set(tasks.map(({ id }) => id))
  const projectId = tasks[0]?.project_id ?? ''
  const others = orderOf(cache, projectId).filter(({ id }) => !moving.has(id))
  const { gapFor, indexOf } = gapsIn(order, others)
  const inOrder = tasks.toSorted((one, other) => indexOf(one) - indexOf(other))
  const placed = inOrder.map((task, index) => {
    const gap = gapFor(task)
    const before = others[gap - 1]
    const behind = others[gap]
    const place: TaskMove = before
      ? { afterTaskId: before.id }
      : behind
        ? { beforeTaskId: behind.id }
        : laneEnd
    return { task, place, position: (before?.position ?? '') + ' '.repeat(index + 1) }
  })
  const isBehind = ({ place }: WayBack<T>) => place.afterTaskId !== undefined
  // of several that go behind the same task, the one that is sent last is next to it
  return [...placed.filter((way) => !isBehind(way)), ...placed.filter(isBehind).reverse()]
}

/** Where a task goes back to. */
const placeBack = (cache: QueryClient, before: Task, order: Order): TaskMove =>
  placesBack(cache, [before], order)[0]?.place ?? laneEnd

/** Moves a task back to its lane and, there, to a place; with the status that it had. */
export const moveBackTo = async (
  client: ResourceClient,
  cache: QueryClient,
  before: Task,
  place: TaskMove,
  ifMatch: string,
): Promise<TaskAnswer> => {
  const whole = { ...place, workflowLaneId: before.workflow_lane_id }
  const answer = await withStatusOf(client, before, await client.tasks.move(before.id, whole, { ifMatch }))
  noteBack(cache, before, answer.task)
  return answer
}

/**
 * The move that undoes a change which `sendChange` has made by a move; undefined if it made it otherwise.
 * @param before the task before it
 * @param order the order before it
 */
export const wayBack = (
  cache: QueryClient,
  before: Task,
  made: TaskChanges,
  order: Order,
): TaskMove | undefined =>
  isLaneOnly(made)
    ? { ...placeBack(cache, before, order), workflowLaneId: before.workflow_lane_id }
    : undefined

/** Puts a task to its place after a change that undoes one of its lane or project: that has put it to the lane's end. */
export async function settlePlace(
  client: ResourceClient,
  cache: QueryClient,
  before: Task,
  { order, answer }: { order: Order; answer: TaskAnswer },
): Promise<TaskAnswer> {
  try {
    const settled = await client.tasks.move(before.id, placeBack(cache, before, order), {
      ifMatch: answer.etag,
    })
    noteBack(cache, before, settled.task)
    return settled
  } catch (error) {
    // its neighbour has gone, or someone has moved it already
    if (isTasksApiError(error, 'task_not_found', 'precondition_failed')) return answer
    throw error
  }
}

/**
 * Undoes a change that `sendChange` has made.
 * @param before the task before it
 * @param reverse the changes that undo it
 */
export const sendBack = (
  client: ResourceClient,
  cache: QueryClient,
  before: Task,
  { made, reverse, order }: { made: TaskChanges; reverse: TaskChanges; order: Order },
  ifMatch: string,
): Promise<TaskAnswer> => {
  const move = wayBack(cache, before, made, order)
  return move
    ? moveBackTo(client, cache, before, move, ifMatch)
    : client.tasks.update(before.id, reverse, { ifMatch })
}
