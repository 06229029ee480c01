import * as z from 'zod/mini'
import { timestamp, uuid } from '../contract/fields.ts'
import { origin } from '../tasks/origin.ts'
import { comment } from './comment.ts'

/** The fields of every change. They describe the last write of its comment; its origin is null if it followed its task. */
const event = { id: z.string(), version: z.int(), origin: z.nullable(origin) }

/** A changed comment: its current state, or the fact that it was deleted, is in the trash with its task, or out of sight. */
export const commentChanged = z.discriminatedUnion('type', [
  z.object({ ...event, type: z.literal('updated'), comment }),
  z.object({
    ...event,
    type: z.literal('deleted'),
    /** Present if its task has moved out of the project that was asked for, or out of those that the token is bound to. */
    reason: z.optional(z.literal('moved')),
    comment: z.object({
      id: uuid,
      task_id: uuid,
      external_id: z.optional(z.string()),
      deleted_at: timestamp,
    }),
  }),
])
export type CommentChanged = z.output<typeof commentChanged>
