import * as z from 'zod/mini'
import { flag, paging, repeatable } from '../contract/fields.ts'
import { originIdPattern, originIdRule } from '../contract/headers.ts'

/** The most origins that one request for changes can leave out. */
export const maxExcludedOrigins = 10

/** The query parameters of a feed: feed.ts. */
export const feedShape = {
  ...paging,
  from: z.optional(z.literal('now')),
  excludeOriginId: z.optional(
    repeatable(z.string().check(z.regex(originIdPattern, originIdRule))).check(
      z.refine((ids) => ids.length <= maxExcludedOrigins, {
        error: `must name at most ${maxExcludedOrigins} different origins`,
      }),
    ),
  ),
  excludeSelf: z.optional(flag),
}

/** A check that a reader begins at one place. */
export const beginsOnce = z.refine<{ cursor?: unknown; from?: unknown }>(
  ({ cursor, from }) => cursor === undefined || from === undefined,
  { path: ['from'], error: 'cannot be combined with cursor' },
)
