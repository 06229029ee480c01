import { isDeepStrictEqual } from 'node:util'
import { ApiError, notFound } from '../../api-error.ts'
import type { Precondition } from '../../contract/headers.ts'
import type { Move, VersionedTask } from '../../contract/task.ts'
import { rankBeside } from '../../position/between.ts'
import { newPosition, topPosition } from '../../position/new-position.ts'
import { changedAttributes, withChanges, type AttributeNames } from '../attributes.ts'
import { backOff, serviceUnavailable } from '../send.ts'
import type { Tenant } from '../tenant.ts'
import { getMany } from '../read-items.ts'
import { activeTask, asTaskItem, taskIdOf, taskKey, toTask, type TaskItem } from './item.ts'
import { neighbours, type Gap } from './neighbours.ts'
import { checkVersion } from './precondition.ts'
import { respace } from './respace.ts'
import { rewriteTask } from './rewrite.ts'
import { writeInPlace } from './write-in-place.ts'

/** The attribute that keeps each field of a move, but for those that say where the task goes. */
const moveAttributes = { workflowLaneId: 'workflow_lane_id' } as const satisfies AttributeNames<
  Omit<Move, 'beforeTaskId' | 'afterTaskId' | 'to'>,
  TaskItem
>

const invalid = (path: string, message: string) =>
  new ApiError('invalid_request', `${path} ${message}`, { details: [{ path, message }] })

/**
 * Reads the task and the anchor beside which it goes.
 * @throws ApiError task_not_found of either, invalid_request when they are one or in different projects
 */
async function readPair(tenant: Tenant, taskId: string, { beforeTaskId, afterTaskId = '' }: Move) {
  const anchorId = taskIdOf(tenant, beforeTaskId ?? afterTaskId)
  const path = beforeTaskId === undefined ? 'afterTaskId' : 'beforeTaskId'
  if (anchorId === taskId) throw invalid(path, 'must name another task than the one that moves')
  const items = await getMany(tenant, [taskKey(tenant, taskId), taskKey(tenant, anchorId)])
  const find = (wanted: string) => activeTask(asTaskItem(items.find(({ id }) => id === wanted)))
  const [task, anchor] = [find(taskId), find(anchorId)]
  if (anchor.project_id !== task.project_id) throw invalid(path, 'must name a task of the same project')
  return { task, anchor }
}

/** Whether the task stands in the gap already. */
const isInGap = (task: TaskItem, { left, right, self }: Gap) =>
  self &&
  (left === undefined || left.position < task.position) &&
  (right === undefined || task.position < right.position)

/**
 * Moves a task to an end of its project by the clock, without a look at the others: which stand there now, no index
 * tells for sure. So it is written also where it stands at that end already. Of two moves to one end the later one is
 * the outer, by the clocks of the processes that did them.
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
 * Moves a task beside another once. Its anchor is read from the table, so the task lands on the right side of it; the
 * next one behind comes from the index, which may lag. If that has gone, the gap is only narrower than it could be. A
 * task that came to stand there within the lag is not seen: it may end on either side of this one.
 * @returns undefined when another write came in between, or is not in the index yet
 */
async function tryMoveBeside(
  tenant: Tenant,
  taskId: string,
  move: Move,
  precondition: Precondition,
): Promise<TaskItem | undefined> {
  const { task, anchor } = await readPair(tenant, taskId, move)
  checkVersion(task, precondition)
  const gap = await neighbours(tenant, task, move, anchor)
  const stays = isInGap(task, gap)
  const attributes = changedAttributes(moveAttributes, move)
  if (stays && isDeepStrictEqual(withChanges(task, attributes), task)) return task
  const position = stays ? task.position : rankBeside(gap.left?.position, gap.right?.position)
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
 * Moves a task within its project's order, and into another lane if asked to.
 * @throws ApiError task_not_found, lane_not_found, precondition_failed, invalid_request; service_unavailable when
 *   others were always faster, or the index did not catch up
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
    // what the index shows is not so any more: it gets time to catch up
    if (!(await backOff(tenant, tries))) throw serviceUnavailable()
  }
}
