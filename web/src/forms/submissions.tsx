import { useInfiniteQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { dataOf } from '../../../client/src/http.ts'
import { yours } from '../ui/yours.ts'
import type { Form, Submission, SubmissionFilter } from '../../../client/src/index.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import { beatOf } from '../data/connection.ts'
import { hrefs } from '../ui/route.ts'
import { Time, timeText } from '../ui/time.tsx'
import { formatCount } from '../ui/format.ts'
import { LogList, OutcomeFilter } from '../ui/log-list.tsx'
import { ChangeButton } from '../ui/change.tsx'
import { SubmissionDialog } from './submission-dialog.tsx'
import { useReplay } from './use-replay.ts'
import { outcomeNames, outcomeOf } from './words.ts'

/** The submissions of a form, newest first. Waiting ones can be replayed. */
export function Submissions({ form }: { form: Form }) {
  const [outcome, setOutcome] = useState<Submission['outcome']>()
  const { replayAll, progress } = useReplay(form)
  return (
    <section class="log" aria-labelledby="submissions-title">
      <div class="section-head">
        <h2 id="submissions-title">Submissions</h2>
        <OutcomeFilter names={outcomeNames} chosen={outcome} onChoose={setOutcome} />
      </div>
      {(form.held_count > 0 || progress !== undefined) && (
        <div class="notice held-notice">
          <p>
            {form.held_count === 1
              ? '1 submission waits: no task was made, for the reason below.'
              : `${formatCount(form.held_count)} submissions wait: no tasks were made, for the reasons below.`}
          </p>
          <ChangeButton
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
  if (!mayRead) return <p class="muted">Submissions need the scope read, which {yours('role')} lacks.</p>
  return (
    <>
      <LogList
        name="Submissions"
        pages={list}
        entriesOf={(page) => page.submissions}
        empty={outcome === undefined ? 'Nothing has arrived yet.' : 'None with this outcome.'}
        row={(submission, number) => (
          <Row
            key={submission.id}
            submission={submission}
            number={number}
            projectId={form.project_id}
            onOpen={() => {
              setOpen(submission.id)
            }}
            onReplay={() => void replayOne(submission)}
          />
        )}
      />
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
  /** Its place in the list, from 1. */
  number: number
  projectId: string
  onOpen: () => void
  onReplay: () => void
}

function Row({ submission, number, projectId, onOpen, onReplay }: RowProps) {
  const { received_at, outcome, reason, task_id, words = [] } = submission
  const name = `submission ${number}, ${timeText(received_at)}`
  return (
    <li>
      <div class="log-facts">
        <span class={`badge ${outcome}`}>{outcomeOf(submission)}</span> <Time at={received_at} />
        {words.length > 0 && (
          <p class="submission-words" dir="auto">
            {words.join(' · ')}
          </p>
        )}
        {reason !== null && (
          <p class="muted" dir="auto">
            {reason}
          </p>
        )}
      </div>
      <div class="actions">
        {task_id !== null && (
          <a class="button" aria-label={`Task of ${name}`} href={hrefs.task(projectId, task_id)}>
            Task
          </a>
        )}
        <button type="button" aria-label={`Body of ${name}`} onClick={onOpen}>
          Body
        </button>
        {isReplayable(outcome) && <ChangeButton label="Replay" name={`Replay ${name}`} onClick={onReplay} />}
      </div>
    </li>
  )
}

/** The submissions of a form, page by page, newest first. Without an outcome: all. */
function useSubmissions(formId: string, outcome: SubmissionFilter['outcome']) {
  const { client } = useApi()
  return useInfiniteQuery({
    queryKey: keys.submissions(formId, outcome ?? 'all'),
    initialPageParam: undefined as string | undefined, // gives later cursors their type
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: 50, ...(outcome && { outcome }), ...(cursor !== undefined && { cursor }) }
      const params = { path: { formId }, query }
      return dataOf(client.http.GET('/forms/{formId}/submissions', { params, signal }), 'submissions')
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: beatOf(10_000),
  })
}
