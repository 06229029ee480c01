import { replayWebhook } from '../../lib/contract/webhook-replay.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as replays from '../../lib/store/webhook/replay.ts'

export const handler = endpoint(replayWebhook, async (caller, { params, body }) => ({
  body: await replays.replay(caller, params.webhookId, body),
}))
