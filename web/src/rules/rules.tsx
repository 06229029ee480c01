import { useProject } from '../data/queries.ts'
import { isNoProject, NoProject } from '../projects/no-project.tsx'
import { ChangeNote } from '../ui/change.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ListHead } from '../ui/list-head.tsx'
import { goTo, hrefs } from '../ui/route.ts'
import { Loading, Unloaded } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { requestOf, type Rule } from './requests.ts'
import { sentenceOf, type Names } from './sentence.ts'
import { templates } from './templates.ts'
import { useNames, useRules } from './use-rules.ts'
import { outcomeOf, stateOf } from './words.ts'

/** The rules of a project. */
export function Rules({ projectId }: { projectId: string }) {
  const { data: project, error } = useProject(projectId)
  if (isNoProject(error)) return <NoProject />
  return (
    <div class="page">
      <ListHead
        title={
          <>
            Automation of <span dir="auto">{project?.label ?? '…'}</span>
          </>
        }
        label="New rule"
        dialog={(onClose) => <ChooseTemplate projectId={projectId} onClose={onClose} />}
      />
      <ChangeNote />
      <RuleList projectId={projectId} />
    </div>
  )
}

function RuleList({ projectId }: { projectId: string }) {
  const rules = useRules(projectId)
  const names = useNames(projectId)
  if (!rules.data) return <Unloaded query={rules} />
  if (!names) return <Loading />
  if (rules.data.length === 0) {
    return (
      <div class="state empty">
        <p>
          <strong>No rules yet.</strong>
        </p>
        <p>
          A rule acts by itself: it adds a task every week, reminds of what is due, closes what nobody
          touched, or moves new tasks to a lane.
        </p>
      </div>
    )
  }
  return (
    <ul class="link-list" aria-label="Rules">
      {rules.data.map((rule) => (
        <RuleRow key={rule.id} rule={rule} names={names} />
      ))}
    </ul>
  )
}

function RuleRow({ rule, names }: { rule: Rule; names: Names }) {
  const { label, tone } = stateOf(rule)
  return (
    <li>
      <div class="log-facts">
        <a href={hrefs.rule(rule.project_id, rule.id)} dir="auto">
          {sentenceOf(requestOf(rule), names)}
        </a>
        <p class="muted" dir="auto">
          {rule.label}
        </p>
        <p class="muted">
          <NextAndLast rule={rule} />
        </p>
      </div>
      <span class={`badge ${tone}`}>{label}</span>
    </li>
  )
}

/** When a rule runs next and how it ran last, or why it does not. */
export function NextAndLast({ rule: { status, disabled_reason, next_at, last_run } }: { rule: Rule }) {
  return (
    <>
      {status === 'disabled' && `${disabled_reason ?? ''} `}
      {next_at !== null && (
        <>
          Next: <Time at={next_at} />.{' '}
        </>
      )}
      {last_run ? (
        <>
          Last: {outcomeOf(last_run.outcome).label.toLowerCase()}, <Time at={last_run.at} />.
        </>
      ) : (
        'It has not run by itself yet.'
      )}
    </>
  )
}

/** Asks what a new rule begins with. */
function ChooseTemplate({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const choose = (template: string) => () => {
    onClose()
    goTo(hrefs.newRule(projectId, template))
  }
  return (
    <Dialog title="New rule" onClose={onClose}>
      <p>Begin with one of these. Everything can be changed.</p>
      <ul class="templates">
        {[
          ...templates,
          { id: 'scratch', name: 'From scratch', hint: 'Any time, date or event, and any action' },
        ].map(({ id, name, hint }) => (
          <li key={id}>
            <button type="button" aria-describedby={`template-${id}`} onClick={choose(id)}>
              {name}
            </button>
            <p id={`template-${id}`} class="muted">
              {hint}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
