import { replayWebhook } from '../../lib/webhooks/replay-request.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as replays from '../../lib/webhooks/replay.ts'

export const handler = endpoint(replayWebhook, async (caller, { params, body }) => ({
  body: await replays.replay(caller, params.webhookId, body),
}))
