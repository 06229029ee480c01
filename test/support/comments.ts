import { expect } from 'vitest'
import type { CommentChanged } from '../../lib/comments/change-schema.ts'
import type { Comment } from '../../lib/comments/comment.ts'
import { openStorage } from '../../lib/table/storage.ts'
import { dispatchRecords } from '../../lib/webhooks/dispatch-records.ts'
import { recordsOf } from './stream.ts'
import type { TestTenant } from './tenant.ts'

/** Comments on a task, and returns the comment. */
export async function commentOn(tenant: TestTenant, taskId: string, body: object = {}): Promise<Comment> {
  const reply = await tenant.send('POST', `/tasks/${taskId}/comments`, {
    body: { text: 'A comment', ...body },
  })
  expect(reply).toMatchObject({ status: 201 })
  return (reply.body as { comment: Comment }).comment // checked by the status
}

/** Acts, and hands the writes to the function on the stream, by which comments follow their tasks. */
export async function followed(tenant: TestTenant, act: () => Promise<unknown>): Promise<void> {
  const records = await recordsOf(tenant, act)
  const { failedFrom, cause } = await dispatchRecords(openStorage(Date.now() + 60_000), records)
  expect({ failedFrom, cause }).toEqual({ failedFrom: undefined, cause: undefined })
}

/** A page of the feed of comments. */
export interface CommentFeed {
  changes: CommentChanged[]
  next_cursor: string
  has_more: boolean
}

/** Reads a page of the feed of comments; `query` begins with a question mark. */
export async function readCommentFeed(
  tenant: TestTenant,
  query = '',
  token = tenant.token,
): Promise<CommentFeed> {
  const { status, body } = await tenant.send('GET', `/comments${query}`, { token })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as CommentFeed // checked by the status
}

/** Reads the feed of comments to its end. */
export async function wholeCommentFeed(
  tenant: TestTenant,
  query = '',
  token = tenant.token,
): Promise<{ changes: CommentChanged[]; next_cursor: string }> {
  const changes: CommentChanged[] = []
  for (let at = query; ;) {
    const page = await readCommentFeed(tenant, at, token)
    changes.push(...page.changes)
    const others = new URLSearchParams(query)
    others.delete('from')
    others.set('cursor', page.next_cursor)
    at = `?${others.toString()}`
    if (!page.has_more) return { changes, next_cursor: page.next_cursor }
  }
}
