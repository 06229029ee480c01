import * as z from 'zod/mini'
import { exampleIds as ids, type FieldTexts } from '../contract/field-texts.ts'
import { nextCursor, textOf, time, uuid, wholeNumber } from '../contract/fields.ts'
import { originIdPattern, originIdRule } from '../contract/headers.ts'
import { maxBulkOperations } from '../contract/limits.ts'
import { taskEvent } from '../webhooks/event.ts'

/** The version to which a task is taken back. */
export const revertedVersion = z.strictObject({ version: wholeNumber(1, Number.MAX_SAFE_INTEGER) })

export const revertedVersionTexts = (): FieldTexts<z.input<typeof revertedVersion>> => ({
  version: { meaning: 'The version to which the task is taken back', example: 1 },
})

/** Whose writes are taken back. */
const writer = z
  .strictObject({
    tokenId: z.optional(uuid),
    memberId: z.optional(uuid),
    originId: z.optional(z.string().check(z.regex(originIdPattern, originIdRule))),
    ruleId: z.optional(uuid),
    formId: z.optional(uuid),
  })
  .check(
    z.refine((given) => Object.values(given).filter((id) => id !== undefined).length === 1, {
      error: 'must have exactly one of tokenId, memberId, originId, ruleId and formId',
    }),
  )

/** Which writes are taken back. */
export const revertedWrites = z.strictObject({
  by: writer,
  after: time,
  before: z.optional(time),
  projectId: z.optional(uuid),
  limit: z._default(wholeNumber(1, maxBulkOperations), maxBulkOperations),
  cursor: z.optional(textOf(2_048)),
})
export type RevertedWrites = z.output<typeof revertedWrites>

const { changed } = taskEvent.shape.data.shape

/** Why something of a task stays as it is. */
export const keptReasons = {
  changed_since: 'others changed it since',
  in_trash: 'others have moved the task to the trash',
  lane_not_found: 'the lane is deleted',
  project_not_found: 'the project is deleted, or the token is not for it',
  field_not_found: 'the field is deleted',
  quota_exceeded: 'the project has no room for the task',
  insufficient_scope: 'the task would go to the trash, for which the token needs the scope `delete`',
  not_in_history:
    'the history lacks a later write of the task: it comes within seconds, or the account kept no history then',
  too_many_writes: 'the task has been written too often since, or with too long texts',
  too_large: 'the task would be too large',
} as const
export type KeptReason = keyof typeof keptReasons

/** What a request has taken back. */
export const revertReport = z.object({
  /** The tasks that the writer wrote in that time. */
  matched: z.int(),
  /** Those of them that were written back: as many as `tasks` has. */
  reverted: z.int(),
  tasks: z.array(
    z.object({
      id: uuid,
      label: z.string(),
      effect: z.literal(['changed', 'trashed', 'restored']),
      fields: changed,
    }),
  ),
  kept: z.array(
    z.object({
      id: uuid,
      label: z.string(),
      fields: changed,
      reason: z.literal(Object.keys(keptReasons) as KeptReason[]), // its keys are the reasons
    }),
  ),
  next_cursor: nextCursor,
})
export type RevertReport = z.output<typeof revertReport>

/** The texts of the body. */
export const revertedWritesTexts = (): FieldTexts<z.input<typeof revertedWrites>> => ({
  by: {
    meaning:
      'Whose writes are taken back, by exactly one of: `tokenId`, `memberId` (writes in a session), `originId` (an `Origin-Id`), `ruleId`, `formId`',
    example: { tokenId: ids.tokenId },
  },
  after: {
    meaning: 'Only writes after this time and not exactly then: ISO 8601 with an offset, or Z',
    example: '2026-11-21T00:00:00Z',
  },
  before: {
    meaning: 'Only writes before this time and not exactly then; the time of the first request by default',
    example: '2026-11-22T00:00:00Z',
  },
  projectId: {
    meaning: 'Only writes of tasks that were in this project before or after',
    example: ids.projectId,
  },
  limit: {
    meaning: `The most tasks that this request looks at, 1 to ${maxBulkOperations}; ${maxBulkOperations} by default`,
    example: maxBulkOperations,
  },
  cursor: {
    meaning: 'The `next_cursor` of the previous answer, with the same other fields',
    example: 'q1Zw3kXyTmBvMHxpZ29jZm86Y2owMDBxcnFtMw',
  },
})
