import * as z from 'zod/mini'
import { time } from '../contract/fields.ts'

/** Times between which a task was written or created; both are exclusive. */
export const timeFilters = {
  updatedBefore: z.optional(time),
  updatedAfter: z.optional(time),
  createdBefore: z.optional(time),
  createdAfter: z.optional(time),
}
