import { replayHeld } from '../../lib/forms/submission.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as replays from '../../lib/forms/replay.ts'

export const handler = endpoint(replayHeld, async (caller, { params, query }) => {
  return { body: await replays.replayHeld(caller, params.formId, query.cursor) }
})
