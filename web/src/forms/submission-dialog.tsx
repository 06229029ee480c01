import { useQuery } from '@tanstack/preact-query'
import { formsOf, submissionsOf } from '../../../client/src/forms.ts'
import { isTasksApiError, type WholeSubmission } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { Time } from '../ui/time.tsx'
import { BodyText } from '../ui/body-text.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Loading, Unloaded } from '../ui/states.tsx'
import { outcomeOf } from './words.ts'

interface SubmissionDialogProps {
  formId: string
  submissionId: string
  onClose: () => void
}

/** One submission with its body. */
export function SubmissionDialog({ formId, submissionId, onClose }: SubmissionDialogProps) {
  const submission = useSubmission(formId, submissionId)
  const { data, error } = submission
  const isGone = isTasksApiError(error, 'submission_not_found')
  return (
    <Dialog title="Submission" onClose={onClose}>
      {data && (
        <>
          <p>
            {outcomeOf(data)}, received <Time at={data.received_at} />
          </p>
          {data.reason !== null && <p dir="auto">{data.reason}</p>}
          <Fields formId={formId} raw={data.raw} />
        </>
      )}
      {!data && (isGone ? <p>This submission is no longer kept.</p> : <Unloaded query={submission} />)}
    </Dialog>
  )
}

interface FieldsProps {
  formId: string
  raw: WholeSubmission['raw']
}

/** A body as the form reads it, field by field, and as it was sent on request. Only as it was sent if no field can be read. */
function Fields({ formId, raw }: FieldsProps) {
  const { content_type, body, is_base64 } = raw
  const { data, isLoading } = useReading(formId, raw)
  const fields = data?.fields.filter(({ value }) => value.trim() !== '') ?? []
  if (isLoading) return <Loading />
  return (
    <>
      {fields.length > 0 && (
        <dl class="submission-fields">
          {fields.map(({ key, label, value }) => (
            <div key={key}>
              <dt dir="auto">{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <details open={fields.length === 0}>
        <summary>As it was sent</summary>
        <p class="muted">
          {content_type}
          {is_base64 && ', in base64'}
        </p>
        <BodyText name="Body" body={body} />
      </details>
    </>
  )
}

/** One submission with its body. */
function useSubmission(formId: string, submissionId: string) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.submission(formId, submissionId),
    queryFn: async ({ signal }) =>
      (await submissionsOf(client.http).get(formId, submissionId, { signal })).submission,
  })
}

/** A submission's body as its form reads it. Its error says nothing: the body is shown as it was sent. */
function useReading(formId: string, { content_type: contentType, body, is_base64 }: WholeSubmission['raw']) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.preview(formId, [contentType, body]),
    enabled: !is_base64,
    retry: false,
    gcTime: 0,
    queryFn: ({ signal }) => formsOf(client.http).preview(formId, { contentType, body }, { signal }),
  })
}
