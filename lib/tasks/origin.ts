import * as z from 'zod/mini'
import { uuid } from '../contract/fields.ts'

/** Where a write came from; `via` is how it came in. It has a file of its own, so that `tasks.get` needs no schema of changes. */
export const origin = z.object({
  via: z.literal(['api', 'form', 'import', 'mcp', 'rule', 'revert']),
  token_id: z.nullable(uuid),
  origin_id: z.nullable(z.string()),
  member_id: z.nullable(uuid),
  /** The rule that wrote it; null for all others. */
  rule_id: z.nullable(uuid),
})
export type Origin = z.output<typeof origin>
