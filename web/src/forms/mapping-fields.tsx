import { statusNames } from '../ui/format.ts'
import { useProject } from '../data/queries.ts'
import { templateNames, type MappingDraft, type TemplateName } from './mapping.ts'
import { useId } from '../ui/use-id.ts'

interface MappingFieldsProps {
  projectId: string
  draft: MappingDraft
  onChange: (changes: Partial<MappingDraft>) => void
  /** Called when a template gets the focus. */
  onTarget: (name: TemplateName, field: HTMLInputElement | HTMLTextAreaElement) => void
}

const words: Record<TemplateName, { name: string; hint: string }> = {
  label: { name: 'Label', hint: 'Empty: a subject, a message or the first text.' },
  description: { name: 'Description', hint: 'Empty: all fields, one per line.' },
  externalId: {
    name: 'External id',
    hint: 'Empty: none. With it, a submission with the id of a task that exists makes no second one.',
  },
  commentOn: {
    name: 'Comment on',
    hint: 'Empty: each submission becomes a task. With ext:{{ticket}}, it becomes a comment on the task whose external id is in its field ticket, if this project has that task.',
  },
}

/** The status of a task whose form says none. */
const usual = (ofLane: MappingDraft['status'] = null) =>
  ofLane === null ? 'Not set: open' : `As the lane says: ${statusNames[ofLane].toLowerCase()}`

/** The templates of a mapping, and the lane and status of its tasks. */
export function MappingFields({ projectId, draft, onChange, onTarget }: MappingFieldsProps) {
  const { data: project } = useProject(projectId)
  const id = useId()
  return (
    <>
      <p class="muted">
        <code>{'{{name}}'}</code> stands for the answer in the field name,{' '}
        <code>{'{{name|default:nobody}}'}</code> for “nobody” when it is empty, <code>{'{{all}}'}</code> for
        all fields.
      </p>
      {templateNames.map((name) => {
        const attributes = {
          value: draft[name],
          dir: 'auto' as const,
          autoComplete: 'off',
          spellcheck: false,
          'aria-describedby': `${id}-${name}`,
          onFocus: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
            onTarget(name, currentTarget)
          },
          onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
            onChange({ [name]: currentTarget.value })
          },
        }
        return (
          <div key={name} class="field-with-hint">
            <label class="field">
              <span>{words[name].name}</span>
              {name === 'description' ? <textarea rows={4} {...attributes} /> : <input {...attributes} />}
            </label>
            <p id={`${id}-${name}`} class="muted">
              {words[name].hint}
            </p>
          </div>
        )
      })}
      <div class="place-fields">
        <label class="field">
          <span>Status</span>
          <select
            value={draft.status ?? ''}
            onChange={({ currentTarget: { value } }) => {
              onChange({ status: value === '' ? null : (Number(value) as 0 | 1 | 2) }) // the options are the statuses
            }}
          >
            <option value="">
              {usual(project?.workflow_lanes.find(({ id }) => id === draft.workflowLaneId)?.task_status)}
            </option>
            {statusNames.map((label, status) => (
              <option key={label} value={status}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Lane</span>
          <select
            value={draft.workflowLaneId}
            onChange={({ currentTarget }) => {
              onChange({ workflowLaneId: currentTarget.value })
            }}
          >
            <option value="">No lane</option>
            {project?.workflow_lanes.map((lane) => (
              <option key={lane.id} value={lane.id} selected={lane.id === draft.workflowLaneId}>
                {lane.label}
              </option>
            ))}
          </select>
        </label>
      </div>
    </>
  )
}
