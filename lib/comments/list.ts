import { maxShownComments } from '../contract/limits.ts'
import { maxPageBytes, postedBytes } from '../table/answer-size.ts'
import { decodeCursor, encodeCursor, resumePointShapes } from '../table/cursor.ts'
import { accountPartition, type Item } from '../table/item.ts'
import { query } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { readActive } from '../tasks/gate.ts'
import type { TaskItem } from '../tasks/task-item.ts'
import type { Comment } from './comment.ts'
import { asComment, placeOf, taskPrefixOf, toComment, type CommentItem } from './comment-item.ts'

/** Clocks may differ by this much, so a comment may seem to be older than its task, in ms. */
const maxSkewMs = 4_000

/**
 * The place before all comments of a task. Older ones are of a task that had the same id before it, by its external id: they
 * are about to be removed (follow.ts).
 */
export const firstPlace = ({ created_at }: Pick<TaskItem, 'created_at'>): string =>
  new Date(Date.parse(created_at) - maxSkewMs).toISOString()

/** Comments of a task that were read, and the place after which the others follow; undefined if there are none. */
interface ReadComments {
  items: CommentItem[]
  next: string | undefined
}

/** Reads comments of a task from a place on, strongly consistent, until there are enough or they fill an answer. */
export async function readComments(
  tenant: Pick<Tenant, 'accountId' | 'usage' | 'deadlineMs'>,
  taskId: string,
  { after, limit, descending = false }: { after: string; limit: number; descending?: boolean },
): Promise<ReadComments> {
  const items: CommentItem[] = []
  let bytes = 0
  let last: Item | undefined
  do {
    const page = await query(tenant, {
      condition: 'pk = :partition AND sk BETWEEN :after AND :end',
      values: {
        ':partition': accountPartition(tenant.accountId),
        ':after': `${taskPrefixOf(taskId)}${after}!`, // sorts right after it
        ':end': `${taskPrefixOf(taskId)}~`,
      },
      descending,
      limit: limit + 1 - items.length,
      after: last,
    })
    for (const read of page.items) {
      const item = asComment(read)
      if (!item) continue
      bytes += postedBytes(toComment(item).comment)
      const before = items.at(-1)
      if (before && (items.length === limit || bytes > maxPageBytes)) return { items, next: placeOf(before) }
      items.push(item)
    }
    last = page.last
  } while (last)
  return { items, next: undefined }
}

/** A page of the comments of a task, oldest first. */
export interface CommentPage {
  comments: Comment[]
  next_cursor: string | null
}

const shown = (items: readonly CommentItem[]): Comment[] => items.map((item) => toComment(item).comment)

/**
 * Lists the comments of a task, oldest first.
 * @throws ApiError task_not_found; invalid_request if the cursor does not belong to this list
 */
export async function listComments(
  tenant: Tenant,
  reference: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<CommentPage> {
  const task = await readActive(tenant, reference)
  const scope = ['comments', accountPartition(tenant.accountId), task.id]
  const after =
    cursor === undefined ? firstPlace(task) : decodeCursor(scope, cursor, resumePointShapes.comments)
  const { items, next } = await readComments(tenant, task.id, { after, limit })
  return { comments: shown(items), next_cursor: next === undefined ? null : encodeCursor(scope, next) }
}

/** The newest comments of a task, newest first. */
export const newestComments = async (
  tenant: Tenant,
  task: Pick<TaskItem, 'id' | 'created_at'>,
): Promise<Comment[]> =>
  shown(
    (
      await readComments(tenant, task.id, {
        ...{ after: firstPlace(task), limit: maxShownComments, descending: true },
      })
    ).items,
  )
