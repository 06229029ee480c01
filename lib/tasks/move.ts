import { isDeepStrictEqual } from 'node:util'
import { invalidField, notFound } from '../contract/api-error.ts'
import type { Precondition } from '../contract/headers.ts'
import type { Move, VersionedTask } from './task.ts'
import { rankBetween } from './position/between.ts'
import { newPosition, topPosition } from './position/new-position.ts'
import { changedAttributes, withChanges, type AttributeNames } from '../table/attributes.ts'
import { backOff, serviceUnavailable } from '../table/send.ts'
import type { Tenant } from '../table/tenant.ts'
import { getMany } from '../table/read-items.ts'
import { activeTask, asTaskItem, taskIdOf, taskKey, toTask, type TaskItem } from './task-item.ts'
import { findGap, type Gap } from './gap.ts'
import { checkVersion } from './precondition.ts'
import { respace } from './respace.ts'
import { rewriteTask } from './rewrite.ts'
import { writeInPlace } from './write-in-place.ts'

/** A move: exactly one of the first three, and optionally a lane; null takes the task out of its lane. */
const moveAttributes = { workflowLaneId: 'workflow_lane_id' } as const satisfies AttributeNames<
  Omit<Move, 'beforeTaskId' | 'afterTaskId' | 'to'>,
  TaskItem
>

/**
 * Reads the task and its anchor: the task before or after which it moves.
 * @throws ApiError task_not_found for either task; invalid_request when they are the same task or in different projects
 */
async function readPair(tenant: Tenant, taskId: string, { beforeTaskId, afterTaskId = '' }: Move) {
  const anchorId = taskIdOf(tenant, beforeTaskId ?? afterTaskId)
  const path = beforeTaskId === undefined ? 'afterTaskId' : 'beforeTaskId'
  if (anchorId === taskId) throw invalidField(path, 'must name another task than the moving one')
  const items = await getMany(tenant, [taskKey(tenant, taskId), taskKey(tenant, anchorId)])
  const find = (wanted: string) => activeTask(asTaskItem(items.find(({ id }) => id === wanted)))
  const [task, anchor] = [find(taskId), find(anchorId)]
  if (anchor.project_id !== task.project_id) throw invalidField(path, 'must name a task of the same project')
  return { task, anchor }
}

/** Whether the task is already in the gap. */
const isInGap = (task: TaskItem, { left, right, self }: Gap) =>
  self &&
  (left === undefined || left.position < task.position) &&
  (right === undefined || task.position < right.position)

/**
 * Moves a task to the top or bottom of its project. The new position comes from the clock, not from the other tasks,
 * because an index that lags cannot tell which task is at the end. So the task is written even if it is there already.
 * Of two moves to the same end, the later one wins, by the clocks of their processes.
 */
async function moveToEnd(
  tenant: Tenant,
  taskId: string,
  move: Move,
  precondition: Precondition,
): Promise<TaskItem> {
  const position = move.to === 'top' ? topPosition() : newPosition()
  const attributes = changedAttributes(moveAttributes, move)
  if (Object.keys(attributes).length === 0) {
    return writeInPlace(
      tenant,
      taskId,
      {
        set: ['#position = :position', 'list_sk = :list'],
        names: { '#position': 'position' },
        values: { ':position': position, ':list': `${position}#${taskId}` },
      },
      precondition,
    )
  }
  return rewriteTask(tenant, taskId, (found) => {
    const before = activeTask(found)
    checkVersion(before, precondition)
    return { before, set: { position, ...attributes } }
  })
}

/**
 * Tries once to move a task before or after its anchor. The anchor is read from the table, so the task ends on the
 * right side of it. The anchor's neighbour is read from the index, which may lag. If the neighbour has moved away, the
 * gap is only narrower than necessary. A task that moved into the gap within the lag is not seen: it may end on either
 * side of this one.
 * @returns undefined when another write came in between, or when the index lags too far to space the neighbours anew
 */
async function tryMoveBeside(
  tenant: Tenant,
  taskId: string,
  move: Move,
  precondition: Precondition,
): Promise<TaskItem | undefined> {
  const { task, anchor } = await readPair(tenant, taskId, move)
  checkVersion(task, precondition)
  const gap = await findGap(tenant, task, move.beforeTaskId === undefined ? 'after' : 'before', anchor)
  const stays = isInGap(task, gap)
  const attributes = changedAttributes(moveAttributes, move)
  if (stays && isDeepStrictEqual(withChanges(task, attributes), task)) return task
  const position = stays ? task.position : rankBetween(gap.left?.position, gap.right?.position)
  if (position === undefined) return respace(tenant, task, gap, attributes)
  return rewriteTask(
    tenant,
    taskId,
    (found) => {
      const before = activeTask(found)
      checkVersion(before, precondition)
      if (before.project_id !== task.project_id) throw notFound('task')
      return { before, set: { position, ...attributes } }
    },
    task,
  )
}

/**
 * Moves a task within its project's order and, if a lane is given, into that lane.
 * @throws ApiError task_not_found, lane_not_found, precondition_failed, invalid_request; service_unavailable when
 *   other writes came in between until the deadline, or the index did not catch up
 */
export async function moveTask(
  tenant: Tenant,
  reference: string,
  move: Move,
  precondition?: Precondition,
): Promise<VersionedTask> {
  const taskId = taskIdOf(tenant, reference)
  if (move.to !== undefined) return toTask(await moveToEnd(tenant, taskId, move, precondition))
  for (let tries = 1; ; tries++) {
    const moved = await tryMoveBeside(tenant, taskId, move, precondition)
    if (moved) return toTask(moved)
    // the index lags: give it time to catch up
    if (!(await backOff(tenant, tries))) throw serviceUnavailable()
  }
}
