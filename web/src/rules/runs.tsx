import { useState } from 'preact/hooks'
import { runLogDays } from '../../../lib/contract/limits.ts'
import { useMay } from '../data/api.ts'
import { LogList, OutcomeFilter } from '../ui/log-list.tsx'
import { hrefs } from '../ui/route.ts'
import { Time, timeText } from '../ui/time.tsx'
import type { Rule, Run } from './requests.ts'
import { useRuns } from './use-rules.ts'
import { effectOf, outcomeNames, outcomeOf } from './words.ts'

/** The log of a rule, newest first. */
export function Runs({ rule: { id, project_id } }: { rule: Rule }) {
  const [outcome, setOutcome] = useState<NonNullable<Run['outcome']>>()
  const pages = useRuns(id, outcome)
  return (
    <section class="log" aria-labelledby="runs-title">
      <div class="section-head">
        <h2 id="runs-title">Runs of the last {runLogDays} days</h2>
        <OutcomeFilter names={outcomeNames} chosen={outcome} onChoose={setOutcome} />
      </div>
      <LogList
        name="Runs"
        pages={pages}
        entriesOf={(page) => page.runs}
        empty={outcome === undefined ? 'It has not run yet.' : 'None with this outcome.'}
        row={(run, number) => <Row key={run.id} run={run} number={number} projectId={project_id} />}
      />
    </section>
  )
}

interface RowProps {
  run: Run
  /** Its place in the list, from 1. */
  number: number
  projectId: string
}

function Row({ run, number, projectId }: RowProps) {
  const { outcome, due_at, reason, error, task_id, created } = run
  const { label, tone } = outcomeOf(outcome)
  const effect = effectOf(run)
  const mayRead = useMay('read')
  const tasks = [...new Set([...created, ...(task_id === null ? [] : [task_id])])]
  return (
    <li>
      <div class="log-facts">
        <span class={`badge ${tone}`}>{label}</span> <Time at={due_at} hasSeconds />
        {effect !== undefined && <p>It {effect}.</p>}
        {reason !== null && (
          <p class="muted" dir="auto">
            {reason}
          </p>
        )}
        {error && (
          <p dir="auto">
            {error.message} <code>{error.code}</code>
          </p>
        )}
      </div>
      {mayRead && tasks.length > 0 && (
        <div class="actions">
          {tasks.map((id, index) => (
            <a
              key={id}
              class="button"
              aria-label={`Task ${tasks.length > 1 ? `${index + 1} ` : ''}of run ${number}, ${timeText(due_at)}`}
              href={hrefs.task(projectId, id)}
            >
              Task
            </a>
          ))}
        </div>
      )}
    </li>
  )
}
