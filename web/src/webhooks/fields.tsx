import { useMay } from '../data/api.ts'
import { ChosenProjects } from '../projects/chosen-projects.tsx'
import { AllOrSome, Some, type Option } from '../ui/all-or-some.tsx'
import { counted } from '../ui/format.ts'
import { Choice, Text, textsOf } from '../ui/setting-fields.tsx'
import { withUrl, type WebhookDraft } from './draft.ts'
import { changedFields, formatHint, formatNames, noticeEvents, taskEvents, type Problems } from './words.ts'
import { useId } from '../ui/use-id.ts'

interface FieldsProps {
  draft: WebhookDraft
  problems: Problems
  /** Whether the webhook is bound to projects. */
  isBound?: boolean
  onEdit: (changes: Partial<WebhookDraft>) => void
}

/** The options of a record whose values are their hints. */
const hinted = <Id extends string>(record: Record<Id, string>): Option<Id>[] =>
  (Object.entries(record) as [Id, string][]).map(([id, hint]) => ({ id, label: id, hint })) // its own

const single = hinted(taskEvents).filter(({ id }) => id !== 'task.*')
const notices = hinted(noticeEvents)
const formats = Object.entries(formatNames).map(([id, label]) => ({ id, label })) as {
  id: keyof typeof formatNames
  label: string
}[] // its own
const fieldOptions = Object.entries(changedFields).map(([id, label]) => ({ id, label })) as Option<
  keyof typeof changedFields
>[] // its own

/** Where a webhook sends, and what: the settings that a new one has too. */
export function MainFields({ draft, problems, isBound = false, onEdit }: FieldsProps) {
  const id = useId()
  const mayRead = useMay('read')
  const text = textsOf(draft, onEdit)
  return (
    <>
      <Text
        name="URL"
        type="url"
        hint="Where the events are posted to. It begins with https:// and is reachable from the internet. A service for one machine alone also takes http://localhost."
        placeholder="https://example.com/tasks"
        value={draft.url}
        onEdit={(url) => {
          onEdit(withUrl(draft, url))
        }}
        problem={problems.url}
      />
      <Choice
        name="Format"
        hint={formatHint(draft)}
        value={draft.format}
        options={formats}
        problem={problems.format}
        onEdit={(chosen) => {
          onEdit({ format: formats.find(({ id: one }) => one === chosen)?.id ?? 'standard' })
        }}
      />
      <Text
        name="Description"
        hint="A note for people, such as what receives the events."
        {...text('description')}
        problem={problems.description}
      />
      <AllOrSome
        legend="Events of tasks"
        all={taskEvents['task.*']}
        options={single}
        value={draft.taskEvents as (typeof single)[number]['id'][] | null} // task.* is null here
        problem={problems.eventTypes}
        onEdit={(types) => {
          onEdit({ taskEvents: types })
        }}
      />
      <fieldset class="check-group" aria-describedby={id}>
        <legend>Events of the service</legend>
        <p id={id} class="muted">
          They tell you when something needs a person, or when a rule fires.
        </p>
        <Some
          options={notices}
          chosen={draft.notices as (typeof notices)[number]['id'][]} // only these are among them
          onChoose={(chosen) => {
            onEdit({ notices: chosen })
          }}
        />
      </fieldset>
      {mayRead ? (
        <ChosenProjects
          value={draft.projectIds}
          isBound={isBound}
          problem={problems.projectIds}
          onEdit={(projectIds) => {
            onEdit({ projectIds })
          }}
        />
      ) : (
        <p class="muted">
          Projects: {draft.projectIds === null ? 'all' : counted(draft.projectIds.length, 'project')}.
        </p>
      )}
    </>
  )
}

interface MoreFieldsProps extends FieldsProps {
  /** The names of the headers that are set. */
  headerNames: readonly string[] | null
}

const headerChoices = [
  { id: 'keep', label: 'Keep them' },
  { id: 'replace', label: 'Replace them all' },
  { id: 'remove', label: 'Remove them' },
]

/** The settings that few webhooks need. */
export function MoreFields({ draft, problems, headerNames, onEdit }: MoreFieldsProps) {
  return (
    <>
      <AllOrSome
        legend="Changed fields"
        all="A change of any field counts"
        options={fieldOptions}
        value={draft.changedFields}
        problem={problems.changedFields}
        onEdit={(fields) => {
          onEdit({ changedFields: fields })
        }}
      />
      <Text
        name="Left-out origins"
        hint="Values of the header Origin-Id, one per line: writes with one of them are not sent. So a sync does not get its own writes back."
        rows={2}
        value={draft.excludeOrigins}
        problem={problems.excludeOriginIds}
        onEdit={(excludeOrigins) => {
          onEdit({ excludeOrigins })
        }}
      />
      {headerNames !== null && (
        <Choice
          name="Headers that are set"
          hint={`${headerNames.join(', ')}. Their values are never shown.`}
          value={draft.headers}
          options={headerChoices}
          onEdit={(choice) => {
            onEdit({ headers: choice === 'replace' || choice === 'remove' ? choice : 'keep' })
          }}
        />
      )}
      {draft.headers === 'replace' && (
        <Text
          name="Headers"
          hint="Sent with each delivery, one per line, such as Authorization: Bearer secret. At most 5. Once saved, the values are never shown."
          rows={2}
          value={draft.headerLines}
          problem={problems.headers}
          onEdit={(headerLines) => {
            onEdit({ headerLines })
          }}
        />
      )}
    </>
  )
}
