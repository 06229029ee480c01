import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { hooksAndRead } from '../../lib/contract/scope-hooks.ts'
import { toWholeSubmission } from '../../lib/forms/submission-item.ts'
import { submissionParams, wholeSubmission } from '../../lib/forms/submission.ts'
import { getSubmissionItem } from '../../lib/forms/submissions.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { raw, submission } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'submissions.get',
  method: 'GET',
  path: '/forms/{formId}/submissions/{submissionId}',
  auth: hooksAndRead,
  params: submissionParams,
  query: none,
  success: 200,
  answer: z.object({ submission: wholeSubmission }),
  errors: ['form_not_found', 'submission_not_found'],
  access: ['BatchGetItem'],
})

export const words = (): Words => ({
  tag: 'Submissions',
  summary: 'Read a submission',
  description:
    'Returns the submission with its body as it was sent, but without uploaded files. Also needs the scope `read`.',
  answer: { submission: { ...submission, ...raw } },
})

export const operation = endpoint(declaration, async (caller, { params }) => {
  const item = await getSubmissionItem(caller, params.formId, params.submissionId)
  return { body: { submission: toWholeSubmission(caller, item) } }
})
