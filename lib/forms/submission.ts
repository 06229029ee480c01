import * as z from 'zod/mini'
import { exampleIds as ids, type FieldTexts } from '../contract/field-texts.ts'
import { formParams, timestamp, uuid } from '../contract/fields.ts'

/** The outcomes of a submission: docs/how-to/forms.md. */
export const outcomes = ['created', 'duplicate', 'held', 'spam', 'ignored'] as const
export type Outcome = (typeof outcomes)[number]

/** The most values of a submission that a list shows, and the most characters of each. */
export const maxWords = 2
export const maxWordCharacters = 80

export const submission = z.object({
  id: uuid,
  received_at: timestamp,
  outcome: z.literal(outcomes),
  /** Why it created no task, or that the task has only a part of it; otherwise null. */
  reason: z.nullable(z.string()),
  task_id: z.nullable(uuid),
  /** Absent if it made no comment. */
  comment_id: z.optional(uuid),
  /** What the account's fields did not take of it, and what may have been read wrongly. */
  warnings: z.array(z.string()),
  /** The sender's words, to tell submissions apart; only in lists. */
  words: z.optional(z.array(z.string())),
})
export type Submission = z.output<typeof submission>

/** The texts of a submission. */
export const submissionTexts = (): FieldTexts<Submission> => ({
  id: { meaning: 'The id of the submission', example: ids.submissionId },
  received_at: { meaning: 'When the submission arrived', example: '2026-11-21T08:00:00.000Z' },
  outcome: {
    meaning:
      '`created`: it created a task, or a comment on one; `duplicate`: its task or comment already existed; `held`: it waits for a replay; `spam`: it was recognized as spam; `ignored`: it is not a real submission, such as a test message',
    example: 'created',
  },
  reason: {
    meaning: 'Why it created no task, or that the task has only a part of it; otherwise null',
    example: null,
  },
  task_id: { meaning: 'The task of the submission; null if there is none', example: ids.id },
  comment_id: {
    meaning: 'The comment that it created on the task; absent if it created none',
    example: ids.commentId,
  },
  warnings: {
    meaning:
      "Values that the account's fields did not take, and texts that may have been read wrongly; the task was made all the same",
    example: [],
  },
  words: {
    meaning: `The first ${maxWords} values that the sender filled in, each cut to ${maxWordCharacters} characters; only in lists`,
    example: ['Ada', 'Please call me'],
  },
})

/** One submission with its body, in which each uploaded file is a field with its name and size. */
export const wholeSubmission = z.extend(submission, {
  raw: z.object({
    content_type: z.string(),
    /** As text if it is UTF-8, otherwise in base64. */
    body: z.string(),
    is_base64: z.boolean(),
  }),
})
export type WholeSubmission = z.output<typeof wholeSubmission>

/** The texts of the fields that a single submission has, and a submission in a list has not. */
export const wholeSubmissionTexts = (): FieldTexts<Pick<WholeSubmission, 'raw'>> => ({
  raw: {
    meaning:
      'The body as it was sent, with the name and size of each uploaded file instead of the file; in base64 if it is not UTF-8',
    example: { content_type: 'application/json', body: '{"name": "Ada"}', is_base64: false },
  },
})

export const submissionParams = z.extend(formParams, { submissionId: uuid })

export const replayAccess = [
  'BatchGetItem',
  'GetItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'ConditionCheckItem',
] as const
