import {
  asComment,
  commentEventId,
  toComment,
  type CommentItem,
  type TombstoneItem,
} from '../comments/comment-item.ts'
import type { Item } from '../table/item.ts'
import { decodeWriter } from '../tasks/writer.ts'
import type { CommentEvent, StoredEvent } from './event.ts'

/** Of a deleted comment, its name has everything but the text. */
const eventOf = (
  type: CommentEvent['type'],
  item: CommentItem | (TombstoneItem & { text?: string }),
): CommentEvent & StoredEvent => {
  const { text, ...comment } = toComment({ text: '', ...item }).comment
  return {
    projectIds: [item.project_id],
    ...{ id: commentEventId(item.id, item.updated_at), type, timestamp: item.updated_at },
    data: {
      comment: { ...comment, ...(type !== 'comment.deleted' && { text }) },
      ...{ project_id: item.project_id, version: item.version, origin: decodeWriter(item.writer) },
    },
  }
}

/** Returns the event of a write of a comment; undefined if it only follows its task. */
export function commentEventOf(
  before: Item | undefined,
  after: Item | undefined,
): (CommentEvent & StoredEvent) | undefined {
  const [was, is] = [asComment(before), asComment(after)]
  if (!is) return undefined
  if (!was) return eventOf('comment.created', is)
  return is.writer === undefined ? undefined : eventOf('comment.updated', is)
}

/** Returns the event of a write of a comment's name: it is deleted if the name has become its tombstone by that. */
export const deletedEventOf = (
  before: Item | undefined,
  after: Item | undefined,
): (CommentEvent & StoredEvent) | undefined =>
  after && before?.deleted_at === undefined && after.deleted_at !== undefined
    ? eventOf('comment.deleted', after as unknown as TombstoneItem) // only a tombstone has the time
    : undefined
