import { spacedRanks } from './position/between.ts'
import type { Tenant } from '../table/tenant.ts'
import type { TransactionWrite } from '../table/transaction-write.ts'
import { updateOf } from '../table/update-expression.ts'
import { isActive, stampOf, taskKey, type TaskItem } from './task-item.ts'
import { tasksBeside, type Gap } from './gap.ts'
import { replaceTask, type Rewrite } from './rewrite.ts'

/** How many neighbours on each side get new ranks. */
const reach = 20
/** The same if the neighbours are too large together: with 400 KB each, only these fit into a transaction's 4 MB. */
const reachOfLargest = 3
const maxTransactionBytes = 3 * 1024 * 1024

/** Gives a neighbour a new position, if it has not changed since it was read. */
function reposition(tenant: Tenant, task: TaskItem, position: string, nowMs: number): TransactionWrite {
  const { ExpressionAttributeValues, ...expression } = updateOf(
    {
      position,
      list_sk: `${position}#${task.id}`,
      ...stampOf(tenant, task, nowMs),
    },
    { version: 1 },
  )
  return {
    Update: {
      Key: taskKey(tenant, task.id),
      ...expression,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':seen': task.version },
      ConditionExpression: `${isActive} AND version = :seen`,
    },
  }
}

/**
 * Moves a task into a gap that has no room left, and gives its neighbours evenly spaced positions. It takes one
 * transaction, so a reader sees the old order or the new one. The outermost neighbours keep their positions, except at
 * the top of the project. A task that the index does not show yet keeps its position, so it may get other neighbours.
 * @returns undefined when another write came in between, or the index does not show such a write yet
 */
export async function respace(
  tenant: Tenant,
  task: TaskItem,
  gap: Gap,
  set: Rewrite['set'],
): Promise<TaskItem | undefined> {
  const [left, right] = await Promise.all([
    side(tenant, task, gap.left, 'before'),
    side(tenant, task, gap.right, 'after'),
  ])
  const fits = Buffer.byteLength(JSON.stringify([left.tasks, right.tasks])) < maxTransactionBytes
  const before = fits ? left.tasks : left.tasks.slice(0, reachOfLargest)
  const after = fits ? right.tasks : right.tasks.slice(0, reachOfLargest)
  const lower = left.ends && fits ? undefined : before.pop()
  const upper = after.pop()
  const order = [...before.reverse(), task, ...after]
  // the two sides are read separately: a task that moves from one to the other meanwhile is in both
  if (new Set(order.map(({ id }) => id)).size < order.length) return undefined
  const ranks = spacedRanks(order.length, lower?.position, upper?.position)
  const rankOf = new Map(order.map(({ id }, index) => [id, ranks[index] ?? '']))
  const moving = order.filter(({ id, position }) => id !== task.id && rankOf.get(id) !== position)
  return replaceTask(tenant, { before: task, set: { ...set, position: rankOf.get(task.id) } }, (nowMs) =>
    moving.map((neighbour) =>
      reposition(tenant, neighbour, rankOf.get(neighbour.id) ?? neighbour.position, nowMs),
    ),
  )
}

/** Reads the neighbours on one side, nearest first, and whether there are no more beyond them. */
async function side(
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
