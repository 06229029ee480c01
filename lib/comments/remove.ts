import { epochSeconds } from '../table/item.ts'
import type { Tenant } from '../table/tenant.ts'
import type { TransactionWrite } from '../table/transaction-write.ts'
import { updateIf } from '../table/update-expression.ts'
import { trashRetentionMs } from '../tasks/task-item.ts'
import {
  changeKeys,
  commentKey,
  countKey,
  nameKey,
  namesOf,
  type CommentItem,
  type TombstoneItem,
} from './comment-item.ts'

type AnyTenant = Pick<Tenant, 'accountId'>

/** The removal of a comment, on condition that it has not changed since it was read. */
export const removal = (tenant: AnyTenant, item: CommentItem): TransactionWrite => ({
  Delete: {
    Key: commentKey(tenant, item),
    ConditionExpression: 'version = :seen',
    ExpressionAttributeValues: { ':seen': item.version },
  },
})

/** The removal of the names of a comment. */
export const nameRemovals = (tenant: AnyTenant, item: CommentItem): TransactionWrite[] =>
  namesOf(item).map((id) => ({ Delete: { Key: nameKey(tenant, id) } }))

/** What a tombstone has of the last write. */
type LastWrite = Pick<TombstoneItem, 'updated_at' | 'version' | 'write_id' | 'deleted_at' | 'writer'>

/**
 * The writes that make the name of a comment its tombstone. A repeat of its create is recognised by its names, so all of them
 * stay as long, and keep their hash.
 */
export function tombstones(tenant: AnyTenant, item: CommentItem, last: LastWrite): TransactionWrite[] {
  const { id, project_id, author, external_id, departed, task_deleted_at, key_id } = item
  const goneAt = last.deleted_at ?? task_deleted_at ?? last.updated_at
  const expires_at = epochSeconds(Date.parse(goneAt) + trashRetentionMs)
  const tombstone = {
    ...{ id, project_id, author, external_id, departed, task_deleted_at, key_id, expires_at, ...last },
    ...changeKeys(tenant, { id, ...last }),
  }
  const given = Object.fromEntries(Object.entries(tombstone).filter(([, value]) => value !== undefined))
  return namesOf(item).map((name) => ({
    Update: {
      Key: nameKey(tenant, name),
      ...updateIf(name === id ? given : { expires_at }, { ConditionExpression: 'attribute_exists(pk)' }),
    },
  }))
}

/** Takes comments from the count of their task. */
export const uncounted = (tenant: AnyTenant, taskId: string, comments: number): TransactionWrite => ({
  Update: {
    Key: countKey(tenant, taskId),
    UpdateExpression: 'ADD comment_count :less',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':less': -comments },
  },
})
