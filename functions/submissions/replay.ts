import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { hooksAndWrite } from '../../lib/contract/scope-hooks.ts'
import * as replays from '../../lib/forms/replay.ts'
import { replayAccess, submission, submissionParams } from '../../lib/forms/submission.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { submission as exampleSubmission } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'submissions.replay',
  method: 'POST',
  path: '/forms/{formId}/submissions/{submissionId}/replay',
  auth: hooksAndWrite,
  params: submissionParams,
  query: none,
  success: 200,
  answer: z.object({ submission }),
  errors: ['form_not_found', 'submission_not_found'],
  access: replayAccess,
})

export const words = (): Words => ({
  tag: 'Submissions',
  summary: 'Replay a submission',
  description:
    'Maps the submission again with the current settings, and creates its task or comment if it has none. No submission creates anything twice. Also needs the scope `write`.',
  answer: { submission: exampleSubmission },
})

export const operation = endpoint(declaration, async (caller, { params }) => {
  const submission = await replays.replaySubmission(caller, params.formId, params.submissionId)
  return { body: { submission } }
})
