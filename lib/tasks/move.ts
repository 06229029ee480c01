import { isDeepStrictEqual } from 'node:util'
import { invalidField, notFound } from '../contract/api-error.ts'
import type { Precondition } from '../contract/headers.ts'
import { changedAttributes, withChanges, type AttributeNames } from '../table/attributes.ts'
import { getMany } from '../table/read-items.ts'
import { retried } from '../table/retried.ts'
import type { Tenant } from '../table/tenant.ts'
import type { TransactionWrite } from '../table/transaction-write.ts'
import { updateOf } from '../table/update-expression.ts'
import { transact } from '../table/write-items.ts'
import { activeTask, checkVersion, visibleTask, whileActive } from './gate.ts'
import { readPage } from './page.ts'
import { rankBetween, spacedRanks } from './position/between.ts'
import { newPosition, topPosition } from './position/new-position.ts'
import { replaceTask, rewriteTask, type Rewrite } from './rewrite.ts'
import { taskIdOf } from './external-id.ts'
import { indexKeys, listKey, projectList, stampOf, taskKey, toTask, type TaskItem } from './task-item.ts'
import type { Move, VersionedTask } from './task.ts'
import { writeInPlace } from './write-in-place.ts'

/** The gap into which a task moves: between its anchor and the task next to the anchor, if there is one. */
export interface Gap {
  left: TaskItem | undefined
  right: TaskItem | undefined
  /** Whether the index shows the moving task itself next to its anchor. */
  self: boolean
}

/**
 * Reads the tasks of a project on one side of a task.
 * @returns the tasks, nearest first; `ends` is true if there are no more on that side
 */
export async function tasksBeside(
  tenant: Tenant,
  projectId: string,
  side: 'before' | 'after',
  anchor: TaskItem,
  limit: number,
): Promise<{ tasks: TaskItem[]; ends: boolean }> {
  const { entries, next } = await readPage(tenant, {
    index: 'list',
    partition: projectList(tenant, projectId),
    descending: side === 'before',
    after: indexKeys(tenant, anchor).list_sk,
    limit,
    show: () => null, // they do not go into an answer, so they need not be measured
  })
  return { tasks: entries.map(({ item }) => item), ends: next === undefined }
}

/**
 * Finds the gap before or after an anchor, in one round trip. The index may lag: it may still show the task, and even
 * its anchor, at their earlier positions.
 */
export async function findGap(
  tenant: Tenant,
  task: TaskItem,
  side: 'before' | 'after',
  anchor: TaskItem,
): Promise<Gap> {
  const { tasks } = await tasksBeside(tenant, task.project_id, side, anchor, 3)
  const others = tasks.filter(({ id }) => id !== anchor.id)
  const self = others[0]?.id === task.id
  const next = others.find(({ id }) => id !== task.id)
  return side === 'before' ? { left: next, right: anchor, self } : { left: anchor, right: next, self }
}

/** The neighbours on each side that get new ranks. */
const reach = 20
/** The same if the neighbours are too large together: with 400 KB each, only these fit into a transaction's 4 MB. */
const reachOfLargest = 3
const maxTransactionBytes = 3 * 1024 * 1024

const fitsTransaction = (...tasks: TaskItem[][]): boolean =>
  Buffer.byteLength(JSON.stringify(tasks)) < maxTransactionBytes

/** Gives a neighbour a new position, if it has not changed since it was read. */
function reposition(tenant: Tenant, task: TaskItem, position: string, nowMs: number): TransactionWrite {
  const { ExpressionAttributeValues, ...expression } = updateOf(
    {
      position,
      list_sk: listKey(position, task.id),
      ...stampOf(tenant, task, nowMs),
    },
    { version: 1 },
  )
  const { conditions, values } = whileActive(tenant, [task.version])
  return {
    Update: {
      Key: taskKey(tenant, task.id),
      ...expression,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ...values },
      ConditionExpression: conditions.join(' AND '),
    },
  }
}

/**
 * Moves a task into a gap that has no room left, and gives its neighbours evenly spaced positions. It takes one
 * transaction, so a reader sees the old order or the new one. The outermost neighbours keep their positions, except at
 * the top of the project. A task that the index does not show yet keeps its position, so it may get other neighbours.
 * @returns undefined when another write came in between, when the index does not show such a write yet, or when it took
 *   other transactions to make room first
 */
export async function respace(
  tenant: Tenant,
  task: TaskItem,
  gap: Gap,
  set: Rewrite['set'],
): Promise<TaskItem | undefined> {
  const [left, right] = await Promise.all([
    readSide(tenant, task, gap.left, 'before'),
    readSide(tenant, task, gap.right, 'after'),
  ])
  const fits = fitsTransaction(left.tasks, right.tasks)
  const before = fits ? left.tasks : left.tasks.slice(0, reachOfLargest)
  const after = fits ? right.tasks : right.tasks.slice(0, reachOfLargest)
  const lower = left.ends && fits ? undefined : before.pop()
  const upper = after.pop()
  const order = [...before.reverse(), task, ...after]
  // the two sides are read separately: a task that moves from one to the other meanwhile is in both
  if (new Set(order.map(({ id }) => id)).size < order.length) return undefined
  const ranks = spacedRanks(order.length, lower?.position, upper?.position)
  // a dry run makes no room, and the positions that it shows are examples
  if (!ranks && tenant.isDryRun) return replaceTask(tenant, { before: task, set }, () => [])
  if (!ranks) return makeRoom(tenant, task, right.tasks)
  const rankOf = new Map(order.map(({ id }, index) => [id, ranks[index] ?? '']))
  const moving = order.filter(({ id, position }) => id !== task.id && rankOf.get(id) !== position)
  return replaceTask(tenant, { before: task, set: { ...set, position: rankOf.get(task.id) } }, (nowMs) =>
    moving.map((neighbour) =>
      reposition(tenant, neighbour, rankOf.get(neighbour.id) ?? neighbour.position, nowMs),
    ),
  )
}

/**
 * Makes room in a gap: gives new positions to the tasks after it, up to the first place that has room for all of them. These
 * may be more than one transaction writes, because clients can give many tasks the same position. The last ones move first, all
 * to positions after those that have not moved yet. So readers always see the same order, and what is done before the deadline
 * need not be done again.
 * @param after the nearest tasks after the gap, nearest first
 */
async function makeRoom(tenant: Tenant, task: TaskItem, after: readonly TaskItem[]): Promise<undefined> {
  const moved = [...after]
  let ranks: string[] | undefined
  while (!ranks) {
    const last = moved.at(-1)
    if (!last) return undefined
    const { tasks, ends } = await tasksBeside(tenant, task.project_id, 'after', last, reach)
    for (const next of tasks) {
      if (next.id === task.id) continue
      ranks = spacedRanks(moved.length, moved.at(-1)?.position, next.position)
      if (ranks) break
      moved.push(next)
    }
    if (ends) ranks ??= spacedRanks(moved.length, moved.at(-1)?.position)
  }
  const moves = moved.map((one, index) => ({ task: one, rank: ranks[index] ?? one.position }))
  while (moves.length > 0) {
    const together = fitsTransaction(moved) ? reach : reachOfLargest
    const last = moves.splice(-together)
    const { refusals } = await retried(tenant, async (nowMs, stamped) => {
      const writes = last.map((one) => reposition(tenant, one.task, one.rank, nowMs))
      return { refusals: await transact(stamped, writes) }
    })
    if (refusals) return undefined
  }
  return undefined
}

/** Reads the neighbours on one side, nearest first, and whether there are no more beyond them. */
async function readSide(
  tenant: Tenant,
  task: TaskItem,
  nearest: TaskItem | undefined,
  direction: 'before' | 'after',
) {
  if (!nearest) return { tasks: [], ends: true }
  const further = await tasksBeside(tenant, task.project_id, direction, nearest, reach)
  const tasks = [nearest, ...further.tasks].filter(({ id }) => id !== task.id)
  return { tasks, ends: further.ends }
}

/** The lane, which a move may set, too; null takes the task out of its lane. */
const moveAttributes = { workflowLaneId: 'workflow_lane_id' } as const satisfies AttributeNames<
  Omit<Move, 'beforeTaskId' | 'afterTaskId' | 'to'>,
  TaskItem
>

/**
 * Reads the task and its anchor: the task before or after which it moves.
 * @throws ApiError task_not_found for either task; invalid_request when they are the same task or in different projects
 */
async function readPair(tenant: Tenant, taskId: string, { beforeTaskId, afterTaskId = '' }: Move) {
  const anchorId = await taskIdOf(tenant, beforeTaskId ?? afterTaskId)
  const path = beforeTaskId === undefined ? 'afterTaskId' : 'beforeTaskId'
  if (anchorId === taskId) throw invalidField(path, 'must name another task than the moving one')
  const items = await getMany(tenant, [taskKey(tenant, taskId), taskKey(tenant, anchorId)])
  const find = (wanted: string) =>
    activeTask(
      visibleTask(
        tenant,
        items.find(({ id }) => id === wanted),
      ),
    )
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
  // a dry run reads the task, to show where it would be
  if (Object.keys(attributes).length === 0 && !tenant.isDryRun) {
    return writeInPlace(
      tenant,
      taskId,
      {
        set: ['#position = :position', 'list_sk = :list'],
        names: { '#position': 'position' },
        values: { ':position': position, ':list': listKey(position, taskId) },
      },
      precondition,
    )
  }
  return rewriteTask(tenant, taskId, (found) => {
    const before = activeTask(found, precondition)
    return { before, set: { position, ...attributes } }
  })
}

/**
 * Tries once to move a task before or after its anchor. The anchor is read from the table, so the task ends on the
 * right side of it. The anchor's neighbour is read from the index, which may lag. If the neighbour has moved away, the
 * gap is only narrower than necessary. A task that moved into the gap within the lag is not seen: it may end on either
 * side of this one.
 * @returns undefined when another write came in between, or when the index lags too far to space the neighbours again
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
      const before = activeTask(found, precondition)
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
  const taskId = await taskIdOf(tenant, reference)
  if (move.to !== undefined) return toTask(await moveToEnd(tenant, taskId, move, precondition))
  return toTask(await retried(tenant, () => tryMoveBeside(tenant, taskId, move, precondition)))
}
