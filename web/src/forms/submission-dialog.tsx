import { isTasksApiError } from '../../../client/src/index.ts'
import { useSubmission } from '../data/forms.ts'
import { Time } from '../ui/time.tsx'
import { BodyText } from '../ui/body-text.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure, failureText, Loading } from '../ui/states.tsx'
import { outcomeNames } from './words.ts'

interface SubmissionDialogProps {
  formId: string
  submissionId: string
  onClose: () => void
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
          <BodyText name="Body" body={data.raw.body} />
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
