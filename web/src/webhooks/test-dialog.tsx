import type { TestResult } from '../../../client/src/index.ts'
import { BodyText } from '../ui/body-text.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { durationText, explainWebhook } from './words.ts'

interface TestDialogProps {
  test: { data: TestResult | undefined; error: unknown; isPending: boolean }
  onAgain: () => void
  onClose: () => void
}

/** What the receiver of a webhook answered to a test event. */
export function TestDialog({ test: { data, error, isPending }, onAgain, onClose }: TestDialogProps) {
  const hasAnswer = !isPending && data !== undefined
  return (
    <Dialog title="Test" onClose={onClose}>
      <p class="muted">
        An event of the type webhook.test goes to the URL, in the webhook’s format and signed with the real
        secret.
      </p>
      <div role="status">
        {isPending && <p>Waiting for the answer, for up to 8 seconds…</p>}
        {hasAnswer && <Result result={data} />}
        {!isPending && error !== null && error !== undefined && (
          <p>The test was not sent. {explainWebhook(error)}</p>
        )}
      </div>
      {hasAnswer && (
        <>
          <h3>Sent</h3>
          <BodyText name="Sent" body={data.body} />
        </>
      )}
      {hasAnswer && data.response !== null && data.response !== '' && (
        <>
          <h3>Answered</h3>
          <BodyText name="Answered" body={data.response} />
        </>
      )}
      <div class="dialog-actions">
        <button type="button" aria-disabled={isPending} onClick={onAgain}>
          Test again
        </button>
      </div>
    </Dialog>
  )
}

function Result({ result: { delivered, status, duration_ms, response, error } }: { result: TestResult }) {
  return (
    <>
      <p>
        <span class={`badge ${delivered ? 'good' : 'bad'}`}>{delivered ? 'Delivered' : 'Failed'}</span>{' '}
        {delivered ? `The receiver answered ${status} after ${durationText(duration_ms)}.` : error}
        {!delivered && status !== null && ` It took ${durationText(duration_ms)}.`}
      </p>
      {status !== null && response === '' && <p class="muted">The answer has no body.</p>}
    </>
  )
}
