import { spacedRanks } from '../../position/between.ts'
import type { Tenant } from '../tenant.ts'
import type { TransactionWrite } from '../write-items.ts'
import { updateOf } from '../update-expression.ts'
import { isActive, stampOf, taskKey, type TaskItem } from './item.ts'
import { tasksBeside, type Gap } from './gap.ts'
import { replaceTask, type Rewrite } from './rewrite.ts'

/** So many neighbours on either side give way; with the largest items, 400 KB each, only these few fit into 4 MB. */
const reach = 20
const reachOfLargest = 3
const maxTransactionBytes = 3 * 1024 * 1024

/** Gives a neighbour another rank, if it stands where it was seen. */
function reposition(tenant: Tenant, task: TaskItem, position: string, nowMs: number): TransactionWrite {
  const { ExpressionAttributeValues, ...expression } = updateOf(
    {
      position,
      list_sk: `${position}#${task.id}`,
      ...stampOf(task, nowMs),
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
 * Moves a task into a gap that has no room, and spaces its neighbours anew, all in one transaction: a reader sees the
 * old order or the new one. The outermost neighbours keep their ranks, unless the project begins there. A task that the
 * index does not show yet keeps its rank too, and may so come to stand beside others of them.
 * @returns undefined when another write came in between, or the index does not show one yet
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
  // the sides are read apart: one that moves between them meanwhile is in both
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

/** The neighbours on one side, nearest first, and whether the project ends with them. */
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
