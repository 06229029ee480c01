import { getSubmission } from '../../lib/contract/submission.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { toWholeSubmission } from '../../lib/store/form/submission-item.ts'
import { getSubmissionItem } from '../../lib/store/form/submissions.ts'

export const handler = endpoint(getSubmission, async (caller, { params }) => {
  const item = await getSubmissionItem(caller, params.formId, params.submissionId)
  return { body: { submission: toWholeSubmission(item) } }
})
