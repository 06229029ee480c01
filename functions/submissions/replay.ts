import { replaySubmission } from '../../lib/forms/submission.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as replays from '../../lib/forms/replay.ts'

export const handler = endpoint(replaySubmission, async (caller, { params }) => {
  const submission = await replays.replaySubmission(caller, params.formId, params.submissionId)
  return { body: { submission } }
})
