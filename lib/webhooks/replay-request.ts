import * as z from 'zod/mini'
import { declare } from '../contract/endpoint.ts'
import { none, textOf, timestamp, timeText, webhookParams } from '../contract/fields.ts'
import { hooksAndRead } from '../contract/hooks-auth.ts'

export const replayWebhook = declare({
  id: 'webhooks.replay',
  method: 'POST',
  path: '/webhooks/{webhookId}/replay',
  auth: hooksAndRead,
  params: webhookParams,
  query: none,
  body: z
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
    ),
  success: 200,
  answer: z.object({
    queued: z.int(),
    has_more: z.boolean(),
    /** The `from` of the next call; null when everything is queued. */
    next_from: z.nullable(timestamp),
  }),
  errors: ['webhook_not_found', 'cursor_expired'],
  access: ['GetItem', 'Query', 'UpdateItem', 'BatchWriteItem'],
  sends: ['webhooks.deliver'],
})
export type Replay = z.output<typeof replayWebhook.body>
