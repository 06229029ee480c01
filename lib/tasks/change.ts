import * as z from 'zod/mini'
import { timestamp, uuid } from '../contract/fields.ts'
import { origin } from './origin.ts'
import { task } from './task.ts'

/** The fields of every change. They describe the last write of its task. */
const event = { id: z.string(), version: z.int(), origin: z.nullable(origin) }

/** A changed task: its current state, or the fact that it is in the trash or has moved out of sight. */
export const change = z.discriminatedUnion('type', [
  z.object({ ...event, type: z.literal('updated'), task }),
  z.object({
    ...event,
    type: z.literal('deleted'),
    /** Present if it is not in the trash, but has moved out of the projects that the token is bound to. */
    reason: z.optional(z.literal('moved')),
    task: z.object({
      id: uuid,
      project_id: uuid,
      external_id: z.optional(z.string()),
      deleted_at: timestamp,
    }),
  }),
])
export type Change = z.output<typeof change>
