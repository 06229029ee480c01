import * as z from 'zod/mini'
import { chosenIdRule, exampleIds as ids, externalIdLimit, type FieldTexts } from '../contract/field-texts.ts'
import { chosenId, externalId, taskReference, textOf, timestamp, uuid } from '../contract/fields.ts'
import { maxCommentCharacters, trashRetentionDays } from '../contract/limits.ts'
import { hasOneId } from '../tasks/task.ts'

/** Who wrote a comment. The name is that of then: it stays when the token or the member is gone. */
export const author = z.object({
  kind: z.literal(['member', 'token', 'form', 'rule']),
  id: uuid,
  name: z.string(),
})
export type Author = z.output<typeof author>

/** The comment object. `external_id` is present only if it was set. */
export const comment = z.object({
  id: uuid,
  task_id: uuid,
  text: z.string(),
  author,
  external_id: z.optional(z.string()),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Comment = z.output<typeof comment>

/** A comment and its version, which is the number of its last write and its ETag. */
export interface VersionedComment {
  comment: Comment
  version: number
}

/** The text of a comment, stored unchanged. */
export const commentText = textOf(maxCommentCharacters)

export const newComment = z
  .strictObject({ id: z.optional(chosenId), text: commentText, externalId: z.optional(externalId) })
  .check(hasOneId)

/** The data of a new comment. */
export type NewComment = z.output<typeof newComment>

export const commentChange = z.strictObject({ text: commentText })

/** A change of a comment. */
export type CommentChange = z.output<typeof commentChange>

/** A comment is named by its id, or by `ext:` and its external id, as tasks are. */
export const commentParams = z.strictObject({ commentId: taskReference })

export const commentAnswer = z.object({ comment })

const textRule = () =>
  `1–${maxCommentCharacters.toLocaleString('en')} characters, at least one of them visible. It is Markdown, and stored unchanged`

export const commentTexts = (): FieldTexts<Comment> => ({
  id: { meaning: 'The id of the comment', example: ids.commentId },
  task_id: { meaning: 'The task that it is about', example: ids.id },
  text: { meaning: `What it says, ${textRule()}`, example: 'She called back: **Thursday** suits her.' },
  author: {
    meaning:
      'Who wrote it: a member, a token, a form or a rule. `name` is the e-mail address of the member, or the name of the other, when it was written',
    example: { kind: 'member', id: ids.memberId, name: 'ada@example.com' },
  },
  external_id: {
    meaning: 'Its id in another system; absent if it was not set. It cannot be changed',
    example: 'ticket-17-reply-2',
  },
  created_at: { meaning: 'When it was written', example: '2026-11-21T09:30:00.000Z' },
  updated_at: { meaning: 'When it was last changed', example: '2026-11-21T09:30:00.000Z' },
})

/** The texts of the bodies of comments. */
export const commentBodyTexts = (): FieldTexts<
  z.input<typeof newComment> & z.input<typeof commentChange>
> => ({
  id: { meaning: `The id that the comment gets: ${chosenIdRule}`, example: ids.commentId },
  text: { meaning: `What it says, ${textRule()}`, example: 'She called back: **Thursday** suits her.' },
  externalId: {
    meaning: `Its id in another system, ${externalIdLimit()}. It is unique in the account, and stays taken for ${trashRetentionDays} days after the comment was deleted`,
    example: 'ticket-17-reply-2',
  },
})
