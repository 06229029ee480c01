import { useMay } from '../data/api.ts'
import { useProject } from '../data/queries.ts'
import { Check } from '../ui/all-or-some.tsx'
import { statusNames } from '../ui/format.ts'
import { hrefs } from '../ui/route.ts'
import { Choice, Problem, Text, textsOf } from '../ui/setting-fields.tsx'
import { triggerType, type RuleDraft } from './draft.ts'
import { Kept } from './kept.tsx'
import { optionsIn, type PartProps } from './parts.ts'
import { ValueFields } from './value-fields.tsx'
import { noLane } from './where.ts'
import { WhereFields } from './where-fields.tsx'
import { problemAt } from './words.ts'
import { useId } from '../ui/use-id.ts'

const ofSchedule = {
  create: 'Add a task',
  update: 'Change tasks',
  trash: 'Move tasks to the trash',
  notify: 'Tell webhooks',
}
const ofTask = {
  ...{ ...ofSchedule, update: 'Change the task', trash: 'Move the task to the trash' },
  comment: 'Comment on the task',
}

/** What a rule does. */
export function ActionFields(props: PartProps & { projectId: string }) {
  const { draft, onEdit } = props
  const { then, keptAction } = draft
  const mayDelete = useMay('delete')
  const isScheduled = triggerType(draft) === 'schedule'
  const { trash, ...others } = isScheduled ? ofSchedule : ofTask
  const kinds = [
    ...(keptAction ? [{ id: 'kept', label: 'As it is' }] : []),
    ...optionsIn({ ...others, ...((mayDelete || then === 'trash') && { trash }) }),
  ]
  const where = { ...props, path: 'action.where' as const }
  return (
    <>
      <Choice
        name="It does this"
        value={then}
        options={kinds}
        onEdit={(kind) => {
          onEdit({ then: kind as RuleDraft['then'] }) // one of the options
        }}
      />
      {then === 'kept' && <Kept name="What it does, as the API has it" value={keptAction} />}
      {then === 'create' && <TaskFields {...props} />}
      {isScheduled && (then === 'update' || then === 'trash') && (
        <WhereFields {...where} legend="Tasks that" />
      )}
      {then === 'update' && <SetFields {...props} />}
      {then === 'comment' && (
        <Text
          name="Comment"
          rows={3}
          hint="Markdown. {{task.label}} is the label of the task; {{date}}, {{time}} and {{week}} are those of the run."
          value={draft.comment}
          problem={problemAt(props.problems, 'action.text')}
          onEdit={(comment) => {
            onEdit({ comment })
          }}
        />
      )}
      {then === 'notify' && (
        <>
          <p class="muted">
            The <a href={hrefs.webhooks}>webhooks</a> that list the event rule.fired get it.
          </p>
          {isScheduled && <WhereFields {...where} legend="With the tasks that" />}
        </>
      )}
    </>
  )
}

const statuses = statusNames.map((label, status) => ({ id: String(status), label }))

function TaskFields({ draft, names, problems, onEdit }: PartProps) {
  const { task } = draft
  const edit = (changes: Partial<RuleDraft['task']>) => {
    onEdit({ task: { ...task, ...changes } })
  }
  const text = textsOf(task, edit)
  const at = (name: string) => problemAt(problems, `action.task.${name}`)
  const ofTask =
    triggerType(draft) === 'schedule' ? '' : ' {{task.label}} is the label of the task it is about.'
  return (
    <>
      <Text
        name="Label"
        hint={`{{date}}, {{time}} and {{week}} are those of the run.${ofTask}`}
        {...text('label')}
        problem={at('label')}
      />
      <Text name="Description" rows={3} {...text('description')} problem={at('description')} />
      <Text name="Subtasks" rows={3} hint="One per line." {...text('subtasks')} problem={at('subtasks')} />
      <div class="place-fields">
        <Choice
          name="Lane"
          value={task.laneId}
          options={[{ id: '', label: 'No lane' }, ...names.lanes]}
          onEdit={(laneId) => {
            edit({ laneId })
          }}
        />
        <Choice
          name="Status"
          value={task.status}
          options={[{ id: '', label: 'As the lane says' }, ...statuses]}
          onEdit={(status) => {
            edit({ status })
          }}
        />
      </div>
      <ValueFields
        fields={names.fields}
        values={task.values}
        problems={problems}
        path="action.task.fields"
        onEdit={(values) => {
          edit({ values })
        }}
      />
      <Check
        label="Not while its task of the last time is open"
        isChecked={task.skipsWhileOpen}
        onCheck={(skipsWhileOpen) => {
          edit({ skipsWhileOpen })
        }}
      />
    </>
  )
}

function SetFields({ draft, names, problems, projectId, onEdit }: PartProps & { projectId: string }) {
  const { set } = draft
  const isScheduled = triggerType(draft) === 'schedule'
  const target = set.projectId === '' ? projectId : set.projectId
  const lanes = useProject(target).data?.workflow_lanes ?? []
  const edit = (changes: Partial<RuleDraft['set']>) => {
    onEdit({ set: { ...set, ...changes } })
  }
  const id = useId()
  const problem = problemAt(problems, 'action.set', ['action.set.fields'])
  return (
    <fieldset class="check-group conditions" aria-describedby={problem === undefined ? undefined : id}>
      <legend>What changes</legend>
      <div class="place-fields">
        {!isScheduled && (
          <Choice
            name="Move to the project"
            value={set.projectId}
            options={[{ id: '', label: 'Stays' }, ...names.projects.filter(({ id }) => id !== projectId)]}
            problem={problemAt(problems, 'action.projectId')}
            onEdit={(chosen) => {
              edit({ projectId: chosen, laneId: '' }) // a lane belongs to its project
            }}
          />
        )}
        <Choice
          name="Move to the lane"
          value={set.laneId}
          options={[{ id: '', label: 'Stays' }, { id: noLane, label: 'No lane' }, ...lanes]}
          onEdit={(laneId) => {
            edit({ laneId })
          }}
        />
        <Choice
          name="Set the status"
          value={set.status}
          options={[{ id: '', label: 'Stays' }, ...statuses]}
          onEdit={(status) => {
            edit({ status })
          }}
        />
      </div>
      <ValueFields
        fields={names.fields}
        values={set.values}
        problems={problems}
        path="action.set.fields"
        onEdit={(values) => {
          edit({ values })
        }}
      />
      <Problem id={id} text={problem} />
    </fieldset>
  )
}
