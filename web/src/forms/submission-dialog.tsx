import { isTasksApiError } from '../../../client/src/index.ts'
import { useSubmission } from '../data/forms.ts'
import { Time } from '../task/time.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure, failureText, Loading } from '../ui/states.tsx'
import { outcomeNames } from './words.ts'

interface SubmissionDialogProps {
  formId: string
  submissionId: string
  onClose: () => void
}

/** A body as people can read it: JSON with line breaks, anything else as it came. */
function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** One submission with its body. */
export function SubmissionDialog({ formId, submissionId, onClose }: SubmissionDialogProps) {
  const { data, error, refetch } = useSubmission(formId, submissionId)
  return (
    <Dialog title="Submission" onClose={onClose}>
      {data && (
        <>
          <p>
            {outcomeNames[data.outcome]}, received <Time at={data.received_at} />
          </p>
          {data.reason !== null && <p dir="auto">{data.reason}</p>}
          <p class="muted">
            {data.raw.content_type}
            {data.raw.is_base64 && ', in base64'}
          </p>
          <pre class="snippet-body" dir="auto" tabIndex={0} role="region" aria-label="Body">
            {readableBody(data.raw.body)}
          </pre>
        </>
      )}
      {isTasksApiError(error, 'submission_not_found') && !data && <p>This submission is no longer kept.</p>}
      {!data && error && !isTasksApiError(error, 'submission_not_found') && (
        <Failure text={failureText(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Loading />}
    </Dialog>
  )
}
