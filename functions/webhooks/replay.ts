import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none, timestamp, webhookParams } from '../../lib/contract/fields.ts'
import { hooksAndRead } from '../../lib/contract/scope-hooks.ts'
import { maxReplayedEvents } from '../../lib/contract/limits.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { replay } from '../../lib/webhooks/replay-request.ts'
import * as replays from '../../lib/webhooks/replay.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'webhooks.replay',
  method: 'POST',
  path: '/webhooks/{webhookId}/replay',
  auth: hooksAndRead,
  params: webhookParams,
  query: none,
  body: replay,
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

export const words = (): Words => ({
  tag: 'Webhooks',
  summary: 'Replay events',
  description: `Sends events again, in their order: those since \`from\`, or since a cursor of \`GET /changes\`. One call queues about ${maxReplayedEvents.toLocaleString('en')} events. While \`has_more\` is true, call it again with \`next_from\` as \`from\`. A paused or disabled webhook gets them once it is active. Also needs the scope \`read\`.`,
  body: { from: '2026-11-21T08:00:00Z', onlyFailed: true },
  answer: { queued: 12, has_more: false, next_from: null },
})

export const operation = endpoint(declaration, async (caller, { params, body }) => ({
  body: await replays.replay(caller, params.webhookId, body),
}))
