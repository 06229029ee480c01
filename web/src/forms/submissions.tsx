import { useState } from 'preact/hooks'
import type { Form, Submission } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { useSubmissions } from '../data/forms.ts'
import { hrefs } from '../route.ts'
import { Time } from '../task/time.tsx'
import { formatCount } from '../ui/format.ts'
import { Failure, failureText, Loading } from '../ui/states.tsx'
import { WriteButton } from './action.tsx'
import { SubmissionDialog } from './submission-dialog.tsx'
import { useReplay } from './use-replay.ts'
import { outcomeNames, outcomes } from './words.ts'

/** What arrived at a form, newest first. Those that wait can be replayed. */
export function Submissions({ form }: { form: Form }) {
  const [outcome, setOutcome] = useState<Submission['outcome']>()
  const { replayAll, progress } = useReplay(form)
  return (
    <section class="submissions" aria-labelledby="submissions-title">
      <div class="section-head">
        <h2 id="submissions-title">Submissions</h2>
        <select
          aria-label="Filter by outcome"
          value={outcome ?? ''}
          onChange={({ currentTarget: { value } }) => {
            setOutcome(outcomes.find((each) => each === value))
          }}
        >
          <option value="">All outcomes</option>
          {outcomes.map((each) => (
            <option key={each} value={each}>
              {outcomeNames[each]}
            </option>
          ))}
        </select>
      </div>
      {(form.held_count > 0 || progress !== undefined) && (
        <div class="notice held-notice">
          <p>
            {formatCount(form.held_count)} {form.held_count === 1 ? 'submission waits' : 'submissions wait'}:
            no task could be made. Fix the cause, then replay.
          </p>
          <WriteButton
            label="Replay all"
            class="primary"
            isDisabled={progress !== undefined}
            onClick={() => void replayAll()}
          />
        </div>
      )}
      <p role="status" class="muted progress">
        {progress}
      </p>
      <List form={form} outcome={outcome} />
    </section>
  )
}

function List({ form, outcome }: { form: Form; outcome: Submission['outcome'] | undefined }) {
  const mayRead = useMay('read')
  const list = useSubmissions(form.id, outcome)
  const [open, setOpen] = useState<string>()
  const { replayOne } = useReplay(form)
  if (!mayRead) return <p class="muted">Submissions need the scope read, which your token lacks.</p>
  if (!list.data) {
    if (!list.isError) return <Loading />
    return <Failure text={failureText(list.error)} onRetry={() => void list.refetch()} />
  }
  const submissions = list.data.pages.flatMap((page) => page.submissions)
  return (
    <>
      {submissions.length === 0 ? (
        <p class="muted">{outcome === undefined ? 'Nothing has arrived yet.' : 'None with this outcome.'}</p>
      ) : (
        <ul class="submission-list" aria-label="Submissions">
          {submissions.map((submission) => (
            <Row
              key={submission.id}
              submission={submission}
              projectId={form.project_id}
              onOpen={() => {
                setOpen(submission.id)
              }}
              onReplay={() => void replayOne(submission)}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <button
          type="button"
          class="show-more"
          aria-disabled={list.isFetching}
          onClick={() => {
            if (!list.isFetching) void list.fetchNextPage()
          }}
        >
          Show more
        </button>
      )}
      {open !== undefined && (
        <SubmissionDialog
          formId={form.id}
          submissionId={open}
          onClose={() => {
            setOpen(undefined)
          }}
        />
      )}
    </>
  )
}

/** Whether a replay can change something: the others have their task. */
const isReplayable = (outcome: Submission['outcome']) => outcome !== 'created' && outcome !== 'duplicate'

interface RowProps {
  submission: Submission
  projectId: string
  onOpen: () => void
  onReplay: () => void
}

function Row({
  submission: { received_at, outcome, reason, task_id },
  projectId,
  onOpen,
  onReplay,
}: RowProps) {
  return (
    <li>
      <div class="submission-facts">
        <span class={`badge ${outcome}`}>{outcomeNames[outcome]}</span> <Time at={received_at} />
        {reason !== null && (
          <p class="muted" dir="auto">
            {reason}
          </p>
        )}
      </div>
      <div class="form-actions">
        {task_id !== null && (
          <a class="button" href={hrefs.task(projectId, task_id)}>
            Task
          </a>
        )}
        <button type="button" onClick={onOpen}>
          Body
        </button>
        {isReplayable(outcome) && <WriteButton label="Replay" onClick={onReplay} />}
      </div>
    </li>
  )
}
