import { useIsBound, useMay } from '../data/api.ts'
import { BodyText } from '../ui/body-text.tsx'
import { ChangeNote } from '../ui/change.tsx'
import { hrefs } from '../ui/route.ts'
import { yoursFirst } from '../ui/yours.ts'
import { Actions } from './actions.tsx'
import { draftOf } from './draft.ts'
import { requestOf, type Rule } from './requests.ts'
import { NextAndLast } from './rules.tsx'
import { Runs } from './runs.tsx'
import { sentenceOf, type Names } from './sentence.ts'
import { Times } from './times.tsx'
import { useNextTimes } from './use-rules.ts'
import { stateOf } from './words.ts'

/** A rule: what it does, when it runs next, and its log. */
export function RulePage({ rule, names }: { rule: Rule; names: Names }) {
  const { label, tone } = stateOf(rule)
  const mayDelete = useMay('delete')
  const { when, then } = draftOf(rule, names.fields)
  const isOfProgram = when === 'kept' || then === 'kept'
  return (
    <div class="page">
      <div class="page-title">
        <p class="muted">
          <a href={hrefs.rules(rule.project_id)}>All rules</a>
        </p>
        <h1 dir="auto">{rule.label}</h1>
        <p class="rule-sentence" dir="auto">
          {sentenceOf(requestOf(rule), names)}.
        </p>
        <p class="facts">
          <span class={`badge ${tone}`}>{label}</span>
          <span class="muted">
            <NextAndLast rule={rule} />
          </span>
        </p>
        <BoundNote rule={rule} />
        <ChangeNote />
        <StateNotice rule={rule} />
        {then === 'trash' && !mayDelete && (
          <p class="muted">It moves tasks to the trash, so to change or run it needs the scope delete.</p>
        )}
        <Actions rule={rule} names={names} />
      </div>
      {rule.trigger.type !== 'event' && <NextTimes rule={rule} />}
      {isOfProgram && (
        <section class="log" aria-labelledby="program-title">
          <h2 id="program-title">As the API has it</h2>
          <p class="muted">A program made this rule: the form has no controls for a part of it.</p>
          <BodyText name="The rule" body={JSON.stringify({ trigger: rule.trigger, action: rule.action })} />
        </section>
      )}
      <Runs rule={rule} />
    </div>
  )
}

/** Says that a rule is bound to projects, or that it will be. */
function BoundNote({ rule: { bound } }: { rule: Rule }) {
  const isBound = useIsBound()
  if (!bound && !isBound) return null
  return (
    <p class="muted">
      {bound
        ? 'This rule is bound to projects: a token that is bound to them made or changed it.'
        : `${yoursFirst('membership')} is bound to projects: if you change this rule, it is bound to them from then on.`}
    </p>
  )
}

/** What a rule's state means, and what to do. */
const StateNotice = ({ rule: { status, preparing } }: { rule: Rule }) => (
  <div role="status">
    {status === 'disabled' && (
      <p class="notice">
        The service has stopped this rule. Its log says why: change what is wrong, then resume it. What it
        missed is not made up for.
      </p>
    )}
    {preparing && <p class="notice">It looks for the dates of the tasks that are there. Then it is ready.</p>}
  </div>
)

function NextTimes({ rule }: { rule: Rule }) {
  const { data } = useNextTimes(rule)
  return (
    <Times
      class="panel"
      Heading="h2"
      projectId={rule.project_id}
      type={rule.trigger.type}
      times={data}
      unknown="They are being looked up."
    >
      {rule.status !== 'active' && data !== undefined && data.length > 0 && (
        <p class="muted">It does not run while it is {stateOf(rule).label.toLowerCase()}.</p>
      )}
    </Times>
  )
}
