import { notFound } from '../contract/api-error.ts'
import { externalIdOf } from '../contract/fields.ts'
import { checkPrecondition, type Precondition } from '../contract/headers.ts'
import { hasExpired } from '../table/item.ts'
import { get, getMany } from '../table/read-items.ts'
import { retried } from '../table/retried.ts'
import type { Tenant } from '../table/tenant.ts'
import { transact } from '../table/write-items.ts'
import { visibleTask } from '../tasks/gate.ts'
import { taskKey, type TaskItem } from '../tasks/task-item.ts'
import type { Author, CommentChange, VersionedComment } from './comment.ts'
import {
  asComment,
  asName,
  commentKey,
  nameKey,
  placeOf,
  stampOf,
  stored,
  toComment,
  writtenIn,
  type CommentItem,
} from './comment-item.ts'
import { idOfExternal, taskCheck } from './create.ts'
import { firstPlace } from './list.ts'
import { removal, tombstones, uncounted } from './remove.ts'

/** What a write of a comment must hold to. */
export interface CommentGuard {
  precondition: Precondition
  /** Throws if the request may not write comments of this author. */
  checkAuthor: (author: Author) => void
}

/**
 * Reads a comment that a request may write. The comment of a task that the request does not see, or that is in the trash, is
 * absent for it.
 * @throws ApiError comment_not_found, precondition_failed; what `checkAuthor` throws
 */
async function readForWrite(
  tenant: Tenant,
  reference: string,
  { precondition, checkAuthor }: CommentGuard,
): Promise<{ comment: CommentItem; task: TaskItem }> {
  const externalId = externalIdOf(reference)
  const id = externalId === undefined ? reference : idOfExternal(tenant, externalId)
  const name = asName(await get(tenant, nameKey(tenant, id)))
  // the name of a key is none that callers know
  if (name?.comment_id !== id || hasExpired(name)) throw notFound('comment')
  const items = await getMany(tenant, [commentKey(tenant, { ...name, id }), taskKey(tenant, name.task_id)])
  const task = visibleTask(
    tenant,
    // a comment may have the id of its task, so that tells nothing
    items.find((item) => item.task_id === undefined),
  )
  const comment = asComment(items.find((item) => item.task_id === name.task_id))
  if (!task || !comment) throw notFound('comment')
  // a comment before that place is of an earlier task with the same id
  if (task.deleted_at !== undefined || placeOf(comment) < firstPlace(task)) throw notFound('comment')
  checkAuthor(comment.author)
  checkPrecondition('comment', comment.version, precondition, () => ({ comment: toComment(comment) }))
  return { comment, task }
}

/** What a write by a request sets. */
const writtenBy = ({ writer }: Tenant, before: CommentItem, nowMs: number) => ({
  ...stampOf(before, nowMs),
  ...(writer !== undefined && { writer }),
})

/**
 * Changes the text of a comment.
 * @throws ApiError comment_not_found, precondition_failed; what `checkAuthor` throws
 */
export async function updateComment(
  tenant: Tenant,
  reference: string,
  { text }: CommentChange,
  guard: CommentGuard,
): Promise<VersionedComment> {
  return retried(tenant, async (nowMs, stamped) => {
    const { comment: before, task } = await readForWrite(stamped, reference, guard)
    const after = writtenIn(task, before, { text, ...writtenBy(tenant, before, nowMs) })
    const refusals = await transact(stamped, [
      {
        Put: {
          Item: stored(tenant, after),
          ConditionExpression: 'version = :seen',
          ExpressionAttributeValues: { ':seen': before.version },
        },
      },
      taskCheck(tenant, task),
    ])
    return refusals ? undefined : toComment(after)
  })
}

/**
 * Deletes a comment for good. Its name stays as its tombstone.
 * @throws ApiError comment_not_found, precondition_failed; what `checkAuthor` throws
 */
export async function deleteComment(tenant: Tenant, reference: string, guard: CommentGuard): Promise<void> {
  await retried(tenant, async (nowMs, stamped) => {
    const { comment: before, task } = await readForWrite(stamped, reference, guard)
    const stamp = writtenBy(tenant, before, nowMs)
    const refusals = await transact(stamped, [
      removal(tenant, before),
      ...tombstones(tenant, writtenIn(task, before, stamp), { ...stamp, deleted_at: stamp.updated_at }),
      uncounted(tenant, task.id, 1),
      taskCheck(tenant, task),
    ])
    return refusals ? undefined : true
  })
}
