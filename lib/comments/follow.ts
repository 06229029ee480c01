import { accountPartition, type Item } from '../table/item.ts'
import { get, getAll, query, withPrefix } from '../table/read-items.ts'
import { retried } from '../table/retried.ts'
import type { Tenant } from '../table/tenant.ts'
import type { TransactionWrite } from '../table/transaction-write.ts'
import { transact } from '../table/write-items.ts'
import { anyTask, taskKey, type TaskItem } from '../tasks/task-item.ts'
import {
  asComment,
  countKey,
  placeOf,
  stampOf,
  stored,
  taskPrefixOf,
  writtenIn,
  type CommentItem,
} from './comment-item.ts'
import { firstPlace } from './list.ts'
import { nameRemovals, removal, tombstones, uncounted } from './remove.ts'

/*
 * The comments of a task share its fate: they go to the trash with it, come back, and move to another project. So that a request
 * costs the same however many there are, the function on the table's stream does it, in the seconds after the write of the task.
 * It makes them agree with what the task is then, so a repeat changes nothing, and the order of its runs does not matter.
 */

/** The most comments of a transaction. With their names, three items each at most, and their count, they are within 100. */
const commentsTogether = 25

const isAlike = (item: CommentItem, { project_id, deleted_at }: TaskItem): boolean =>
  item.project_id === project_id && item.task_deleted_at === deleted_at

/** The writes that make a comment agree with its task; none if it does. */
function writesOf(
  tenant: Tenant,
  item: CommentItem,
  task: TaskItem | undefined,
  nowMs: number,
): TransactionWrite[] {
  if (!task) return [removal(tenant, item), ...nameRemovals(tenant, item)]
  const stamp = stampOf(item, nowMs)
  if (placeOf(item) < firstPlace(task)) return [removal(tenant, item), ...tombstones(tenant, item, stamp)]
  if (isAlike(item, task)) return []
  return [
    {
      Put: {
        Item: stored(tenant, writtenIn(task, item, { ...stamp, writer: undefined })),
        ConditionExpression: 'version = :seen',
        ExpressionAttributeValues: { ':seen': item.version },
      },
    },
  ]
}

const isRemoval = (write: TransactionWrite) =>
  'Delete' in write && write.Delete.ConditionExpression !== undefined

/** That a task is gone for good. Another one may have taken its id since: its comments must stay. */
const goneCheck = (tenant: Tenant, taskId: string): TransactionWrite => ({
  ConditionCheck: { Key: taskKey(tenant, taskId), ConditionExpression: 'attribute_not_exists(pk)' },
})

/** Reads a part of a task's comments after a place, and writes those that do not agree; returns where the next part begins. */
const followPart = (
  tenant: Tenant,
  taskId: string,
  after: Item | undefined,
): Promise<{ last: Item | undefined; isGone: boolean }> =>
  retried(tenant, async (nowMs, stamped) => {
    const [read, { items, last }] = await Promise.all([
      get(stamped, taskKey(tenant, taskId)),
      query(stamped, {
        ...withPrefix(accountPartition(tenant.accountId), taskPrefixOf(taskId)),
        limit: commentsTogether,
        after,
      }),
    ])
    const task = anyTask(read)
    const done = { last, isGone: !task }
    const writes = items.flatMap((one) => {
      const item = asComment(one)
      return item ? writesOf(tenant, item, task, nowMs) : []
    })
    if (writes.length === 0) return done
    const removed = writes.filter(isRemoval).length
    const refusals = await transact(stamped, [
      ...writes,
      ...(removed > 0 ? [uncounted(tenant, taskId, removed)] : []),
      ...(task ? [] : [goneCheck(tenant, taskId)]),
    ])
    return refusals ? undefined : done
  })

async function followTask(tenant: Tenant, taskId: string): Promise<void> {
  let part: Awaited<ReturnType<typeof followPart>> | undefined
  do part = await followPart(tenant, taskId, part?.last)
  while (part.last)
  // refused, the count is that of another task by now
  if (part.isGone)
    await transact(tenant, [{ Delete: { Key: countKey(tenant, taskId) } }, goneCheck(tenant, taskId)])
}

/**
 * Makes the comments of tasks agree with them: those of a task that is gone for good are removed.
 * @param taskIds tasks that have changed; most have no comments, which costs a read for each
 * @param done is called with each task that need not come again, even if the rest fails
 * @throws ApiError service_unavailable; Error when the time is up: a repeat does the rest
 */
export async function followTasks(
  tenant: Tenant,
  taskIds: readonly string[],
  done: (taskId: string) => void,
): Promise<void> {
  const ids = [...new Set(taskIds)]
  const counts = await getAll(
    tenant,
    ids.map((id) => countKey(tenant, id)),
    'sk',
  )
  const withComments = new Set(counts.map(({ sk }) => sk))
  for (const id of ids) {
    if (withComments.has(countKey(tenant, id).sk)) await followTask(tenant, id)
    done(id)
  }
}
