import * as z from 'zod/mini'
import { textOf, timeText } from '../contract/fields.ts'

export const replay = z
  .strictObject({
    from: z.optional(timeText),
    to: z.optional(timeText),
    cursor: z.optional(textOf(2_048)),
    onlyFailed: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ from, cursor }) => from === undefined || cursor === undefined, {
      path: ['from'],
      error: 'cannot be combined with cursor. Give from or cursor, not both',
    }),
    z.refine(({ from, cursor }) => from !== undefined || cursor !== undefined, {
      path: ['from'],
      error: 'is required, unless cursor is given instead',
    }),
  )
export type Replay = z.output<typeof replay>
