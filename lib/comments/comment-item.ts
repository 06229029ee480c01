import { randomUUID } from 'node:crypto'
import { withChanges, type Changed, type Complete, type Kept } from '../table/attributes.ts'
import { accountPartition, timeAfter, type Item, type Key } from '../table/item.ts'
import type { Tenant } from '../table/tenant.ts'
import { departedAfter } from '../tasks/departures.ts'
import { changeKey, eventIdAt, type TaskItem } from '../tasks/task-item.ts'
import type { Author, Comment, VersionedComment } from './comment.ts'

/*
 * A comment is two items, and those of a task have a count. The comment itself stands beside its task, by time: one strongly
 * consistent query reads a task's comments in their order, and finds all that shares the task's fate. The name finds it by its
 * id, keeps the id unique in the account, and becomes the tombstone when the comment is deleted.
 */

type AnyTenant = Pick<Tenant, 'accountId'>

/** What the items of comments have that stand in the feed: the comment, or the name of a deleted one. */
export interface CommentFeedItem {
  id: string
  task_id: string
  /** The project of its task. */
  project_id: string
  author: Author
  external_id?: string
  created_at: string
  /** Rises with each write, as that of a task. */
  updated_at: string
  /** The number of the last write, from 1. It is the ETag. */
  version: number
  /** The id of the last write. A retry after a lost answer recognises its own write by it. */
  write_id: string
  /** Who did the last write: lib/tasks/writer.ts. Absent if it followed from a write of the task. */
  writer?: string
  /** Which projects its task left, when, and at which version: lib/tasks/departures.ts. */
  departed?: string
  /** When its task went to the trash; absent while that is active. */
  task_deleted_at?: string
  /** The name by which a repeat of its create is recognised beside its id: `namesOf`. */
  key_id?: string
}

/** The item of a comment, without its keys. */
export interface CommentItem extends CommentFeedItem, Kept<Omit<Comment, keyof CommentFeedItem>> {}

/** The item of a name, without its keys. */
export interface NameItem {
  /** The comment that has the name. */
  comment_id: string
  task_id: string
  created_at: string
  /** The hash that a repeat with the same name must have. */
  request_hash?: string
  expires_at?: number
}

/** The name of a deleted comment: a tombstone, as long as the trash keeps tasks. */
export interface TombstoneItem extends NameItem, CommentFeedItem {
  /** Absent if it went with its task. */
  deleted_at?: string
  expires_at: number
}

export const commentPrefix = 'COMMENT#'
export const namePrefix = 'COMMENT_NAME#'

const keyOf = ({ accountId }: AnyTenant, sk: string): Key => ({ pk: accountPartition(accountId), sk })

/** The start of the sort keys of a task's comments. */
export const taskPrefixOf = (taskId: string): string => `${commentPrefix}${taskId}#`

/** Where a comment stands among those of its task: by its time, and then by its id. */
export const placeOf = ({ created_at, id }: Pick<CommentItem, 'created_at' | 'id'>): string =>
  `${created_at}#${id}`

export const commentKey = (
  tenant: AnyTenant,
  { task_id, ...place }: Pick<CommentItem, 'task_id' | 'created_at' | 'id'>,
): Key => keyOf(tenant, `${taskPrefixOf(task_id)}${placeOf(place)}`)

export const nameKey = (tenant: AnyTenant, id: string): Key => keyOf(tenant, `${namePrefix}${id}`)

/** The key of the item that counts the comments of a task. It has `comment_count`. */
export const countKey = (tenant: AnyTenant, taskId: string): Key => keyOf(tenant, `COMMENTS#${taskId}`)

/** The partition of an account's comments in the index of changes. */
export const commentFeed = ({ accountId }: AnyTenant): string => `${accountPartition(accountId)}#COMMENTS`

/**
 * The id of the event of a comment at a time. A comment may have the id of a task, so its variant, which is 8 to b in each id, is
 * c to f here: no event of a task has such an id.
 */
export const commentEventId = (id: string, time: string): string =>
  eventIdAt(`${id.slice(0, 19)}${(parseInt(id.charAt(19), 16) | 0b0100).toString(16)}${id.slice(20)}`, time)

/** The keys of a comment, or of a tombstone, in the index of changes. */
export const changeKeys = (
  tenant: AnyTenant,
  { id, updated_at }: Pick<CommentFeedItem, 'id' | 'updated_at'>,
) => ({ changes_pk: commentFeed(tenant), changes_sk: changeKey(updated_at, id) })

/** What every write of a comment sets. */
export const stampOf = ({ updated_at, version }: CommentItem, nowMs: number) => ({
  ...{ updated_at: timeAfter(updated_at, nowMs), version: version + 1, write_id: randomUUID() },
})

/** A comment after a write, which puts it where its task is. What it leaves keeps a departure. */
export function writtenIn(
  { project_id, deleted_at }: Pick<TaskItem, 'project_id' | 'deleted_at'>,
  before: CommentItem,
  changes: Changed<CommentItem>,
): CommentItem {
  const after = withChanges<CommentItem>(before, { ...changes, project_id, task_deleted_at: deleted_at })
  return project_id === before.project_id ? after : { ...after, departed: departedAfter(before, after) }
}

/** The whole item of a comment. */
export const stored = (tenant: AnyTenant, item: CommentItem): Item => ({
  ...commentKey(tenant, item),
  ...item,
  ...changeKeys(tenant, item),
})

/** Types an item that was read with `commentKey`, which only this folder writes. */
export const asComment = (item: Item | undefined): CommentItem | undefined =>
  item as unknown as CommentItem | undefined

/** Types an item that was read with `nameKey`, which only this folder writes. */
export const asName = (item: Item | undefined): NameItem | undefined =>
  item as unknown as NameItem | undefined

/** The ids of the names that a comment has. */
export const namesOf = ({ id, key_id }: Pick<CommentItem, 'id' | 'key_id'>): string[] =>
  key_id === undefined ? [id] : [id, key_id]

/** The comment object. */
export function toComment({ version, ...item }: CommentItem): VersionedComment {
  const { id, task_id, text, external_id, created_at, updated_at } = item
  const { kind, id: authorId, name } = item.author // a map is stored in no order
  const author = { kind, id: authorId, name }
  const whole: Omit<Complete<Comment>, 'external_id'> = { id, task_id, text, author, created_at, updated_at }
  return { comment: { ...whole, ...(external_id !== undefined && { external_id }) }, version }
}
