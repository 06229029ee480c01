import { getSubmission } from '../../lib/forms/submission.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { toWholeSubmission } from '../../lib/forms/submission-item.ts'
import { getSubmissionItem } from '../../lib/forms/submissions.ts'

export const handler = endpoint(getSubmission, async (caller, { params }) => {
  const item = await getSubmissionItem(caller, params.formId, params.submissionId)
  return { body: { submission: toWholeSubmission(item) } }
})
