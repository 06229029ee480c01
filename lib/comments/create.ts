import { randomUUID } from 'node:crypto'
import { ApiError } from '../contract/api-error.ts'
import { maxComments, trashRetentionDays } from '../contract/limits.ts'
import { idTaken, repeatHash } from '../contract/own-id.ts'
import { epochSeconds } from '../table/item.ts'
import { get } from '../table/read-items.ts'
import { retried } from '../table/retried.ts'
import type { Tenant } from '../table/tenant.ts'
import type { TransactionWrite } from '../table/transaction-write.ts'
import { firstRefusal, transact, type CheckedWrite } from '../table/write-items.ts'
import { taskIdOf } from '../tasks/external-id.ts'
import { readActive } from '../tasks/gate.ts'
import { namedId, taskKey, type TaskItem } from '../tasks/task-item.ts'
import type { Author, NewComment, VersionedComment } from './comment.ts'
import {
  asComment,
  asName,
  commentKey,
  countKey,
  nameKey,
  namesOf,
  stored,
  toComment,
  type CommentItem,
  type NameItem,
} from './comment-item.ts'

/** A created comment. `replayed` is true if an earlier request with the same idempotency key, or the same id, created it. */
export interface CreatedComment extends VersionedComment {
  replayed: boolean
}

/** The id of a comment with an external id. External ids that differ only in their Unicode form are one. */
export const idOfExternal = (tenant: Pick<Tenant, 'accountId'>, externalId: string): string =>
  namedId(tenant, 'comment-external-id', externalId.normalize('NFC'))

/** How a comment is added. */
export interface CommentOptions {
  /** The idempotency key of the request. */
  key?: string | undefined
  /** The id of the comment, for every repeat of it, where a run of a rule repeats itself. A repeat may have another text: the first one stays. */
  repeatId?: string
  /** Writes of the same transaction. */
  beside?: (commentId: string) => CheckedWrite[]
}

/** What the hash of a request with an id of its own begins with. An idempotency key beside it has no effect. */
const ownIdMark = 'id '

/** What the hash of a comment with a `repeatId` is. No request has it. */
const repeatedMark = 'repeated'

/** A request for a comment, with its names. */
interface Creation {
  request: NewComment
  author: Author
  id: string
  keyId: string | undefined
  hash: string | undefined
}

function creationOf(
  tenant: Tenant,
  taskId: string,
  request: NewComment,
  author: Author,
  key: string | undefined,
  repeatId: string | undefined,
): Creation {
  const { id, text, externalId } = request
  if (repeatId !== undefined) {
    return { request, author, id: repeatId, keyId: undefined, hash: repeatedMark }
  }
  const ofKey = key === undefined ? undefined : namedId(tenant, 'comment-idempotency-key', key)
  if (id !== undefined) {
    return { request, author, id, keyId: undefined, hash: `${ownIdMark}${repeatHash(taskId, text)}` }
  }
  return {
    ...{ request, author },
    id: externalId === undefined ? (ofKey ?? randomUUID()) : idOfExternal(tenant, externalId),
    keyId: externalId === undefined ? undefined : ofKey,
    hash: key === undefined ? undefined : repeatHash(key, taskId, text, externalId),
  }
}

/** The item of a new comment on a task. */
export function itemAt(
  { writer }: Pick<Tenant, 'writer'>,
  {
    id,
    request,
    author,
    keyId,
  }: Pick<Creation, 'id' | 'request' | 'author'> & { keyId?: string | undefined },
  { id: task_id, project_id }: Pick<TaskItem, 'id' | 'project_id'>,
  created_at: string,
): CommentItem {
  return {
    ...{ id, task_id, project_id, text: request.text, author },
    ...(request.externalId !== undefined && { external_id: request.externalId }),
    ...{ created_at, updated_at: created_at, version: 1, write_id: randomUUID() },
    ...(writer !== undefined && { writer }),
    ...(keyId !== undefined && { key_id: keyId }),
  }
}

/** The write of a name. It is refused if another comment has it. */
export const freeName = (tenant: Tenant, id: string, name: NameItem): TransactionWrite => ({
  Put: {
    Item: { ...nameKey(tenant, id), ...name },
    ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now',
    ExpressionAttributeValues: { ':now': epochSeconds(Date.now()) },
  },
})

/** The write of each name of a new comment. */
const nameWrites = (tenant: Tenant, { hash }: Creation, item: CommentItem): TransactionWrite[] =>
  namesOf(item).map((id) => {
    const name: NameItem = {
      ...{ comment_id: item.id, task_id: item.task_id, created_at: item.created_at },
      ...(hash !== undefined && { request_hash: hash }),
    }
    return freeName(tenant, id, name)
  })

/** That the task is still active, in the project in which it was read: the comment says so of itself. */
export const taskCheck = (tenant: Tenant, { id, project_id }: TaskItem): TransactionWrite => ({
  ConditionCheck: {
    Key: taskKey(tenant, id),
    ConditionExpression: 'attribute_not_exists(deleted_at) AND project_id = :project',
    ExpressionAttributeValues: { ':project': project_id },
  },
})

/** Adds comments to the count of their task. It is refused if the task has no room for them. */
export const countedIn = (tenant: Tenant, taskId: string, comments: number): TransactionWrite => ({
  Update: {
    Key: countKey(tenant, taskId),
    UpdateExpression: 'ADD comment_count :more',
    ConditionExpression: 'attribute_not_exists(comment_count) OR comment_count <= :most',
    ExpressionAttributeValues: { ':more': comments, ':most': maxComments - comments },
  },
})

/** The error for a name that another comment has. */
function nameTaken({ request }: Creation, index: number, taken: NameItem, taskId: string): ApiError {
  if (request.id !== undefined) {
    return idTaken('comment', taken.request_hash?.startsWith(ownIdMark) ?? false)
  }
  if (request.externalId === undefined || index > 0) {
    return new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request: use a new one.',
    )
  }
  return new ApiError(
    'external_id_exists',
    `A comment with this externalId already exists, or was deleted less than ${trashRetentionDays} days ago: change that one, or choose another externalId.`,
    // the caller sees this task; another one may be out of sight
    taken.task_id === taskId ? { members: { comment_id: taken.comment_id } } : {},
  )
}

/** The same answer as the first request got. Its author may have been another token. */
async function replay(
  tenant: Tenant,
  creation: Creation,
  task: TaskItem,
  { comment_id: id, created_at }: NameItem,
): Promise<CreatedComment> {
  const first = asComment(await get(tenant, commentKey(tenant, { task_id: task.id, created_at, id })))
  const author = first?.author ?? creation.author
  return { ...toComment(itemAt({}, { ...creation, id, author }, task, created_at)), replayed: true }
}

/**
 * Adds a comment to a task. With an idempotency key, or an id of its own, repeated requests add it only once.
 * @throws ApiError what `beside` says; task_not_found, quota_exceeded when the task has 1,000 comments; external_id_exists,
 *   id_exists, id_reused, idempotency_key_reused
 */
export async function createComment(
  tenant: Tenant,
  reference: string,
  request: NewComment,
  author: Author,
  { key, repeatId, beside = () => [] }: CommentOptions = {},
): Promise<CreatedComment> {
  const taskId = await taskIdOf(tenant, reference)
  const creation = creationOf(tenant, taskId, request, author, key, repeatId)
  const others = beside(creation.id)
  return retried(tenant, async (nowMs, stamped) => {
    const task = await readActive(stamped, taskId)
    const item = itemAt(tenant, creation, task, new Date(nowMs).toISOString())
    const names = nameWrites(tenant, creation, item)
    const refusals = await transact(stamped, [
      { Put: { Item: stored(tenant, item) } },
      ...names,
      countedIn(tenant, taskId, 1),
      taskCheck(tenant, task),
      ...others.map(({ write }) => write),
    ])
    if (!refusals) return { ...toComment(item), replayed: false }
    const ofNames = refusals.slice(1, 1 + names.length)
    for (const [index, refusal] of ofNames.entries()) {
      const taken = asName(refusal?.found)
      if (!taken) continue
      if (creation.hash !== undefined && taken.request_hash === creation.hash) {
        return replay(stamped, creation, task, taken)
      }
      throw nameTaken(creation, index, taken, taskId)
    }
    // first, because they may say that it is a repeat
    const ofOthers = refusals.slice(3 + names.length)
    if (ofOthers.some((refusal) => refusal !== undefined)) throw firstRefusal(others, ofOthers)
    if (refusals[1 + names.length]) {
      throw new ApiError(
        'quota_exceeded',
        `A task has at most ${maxComments.toLocaleString('en')} comments: delete some first.`,
      )
    }
    return undefined // the task has moved or gone since it was read
  })
}
