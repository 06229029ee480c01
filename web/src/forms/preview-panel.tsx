import { statusNames } from '../ui/format.ts'
import { Problem } from '../ui/problem.tsx'
import { useState } from 'preact/hooks'
import type { FormPreview } from '../../../client/src/index.ts'
import { canInsert, type TemplateName } from './mapping.ts'
import { explainForm } from './words.ts'

interface PreviewPanelProps {
  preview: { data: FormPreview | undefined; error: unknown }
  /** Whether there is no sample yet. */
  isEmpty: boolean
  /** Inserts a field's key; returns the template that got it. */
  onInsert: (key: string) => TemplateName
}

/** What the service makes of the sample: its fields, the task, and what is wrong. */
export function PreviewPanel({ preview: { data, error }, isEmpty, onInsert }: PreviewPanelProps) {
  const problem = !isEmpty && error ? explainForm(error) : ''
  const shown = isEmpty || problem !== '' ? undefined : data
  return (
    <>
      {isEmpty && (
        <p class="muted">
          With a sample you see the task that it makes. You can also skip this: then a subject, a message or
          the first text becomes the label, and all fields the description.
        </p>
      )}
      <Problem text={problem} />
      {shown && <TaskPreview preview={shown} />}
      <div role="status">
        {shown?.warnings.map((warning) => (
          <p key={warning} class="notice" dir="auto">
            {warning}
          </p>
        ))}
      </div>
      {shown && <Fields fields={shown.fields} onInsert={onInsert} />}
    </>
  )
}

function TaskPreview({ preview: { task, comment_on: commentOn } }: { preview: FormPreview }) {
  return (
    <section class="task-preview" aria-label="The task">
      {commentOn !== undefined && (
        <p class="muted">
          If this project has the task <code dir="auto">{commentOn}</code>, a comment there. If not:
        </p>
      )}
      {task ? (
        <>
          <p class="muted">The task · {statusNames[task.status]}</p>
          <p class="task-preview-label" dir="auto">
            {task.label}
          </p>
          {task.description !== null && (
            <p class="task-preview-text" dir="auto">
              {task.description}
            </p>
          )}
          {task.external_id !== undefined && (
            <p class="muted">
              External id <code dir="auto">{task.external_id}</code>
            </p>
          )}
        </>
      ) : (
        <p>This sample makes no task.</p>
      )}
    </section>
  )
}

function Fields({
  fields,
  onInsert,
}: { fields: FormPreview['fields'] } & Pick<PreviewPanelProps, 'onInsert'>) {
  const [said, setSaid] = useState('')
  if (fields.length === 0) return null
  return (
    <section aria-labelledby="fields-title">
      <h3 id="fields-title">Fields</h3>
      <p class="muted">Choose a key to put it into the template that you edited last.</p>
      <ul class="keys">
        {fields.map(({ key, label, value }, index) => (
          <li key={`${index} ${key}`}>
            <button
              type="button"
              aria-disabled={!canInsert(key)}
              aria-label={`Insert ${key}`}
              onClick={() => {
                if (canInsert(key)) setSaid(`{{${key}}} is now in the ${templateWords[onInsert(key)]}.`)
              }}
            >
              <code dir="auto">{key}</code>
            </button>
            <span dir="auto">
              {label !== key && <span class="muted">{label}: </span>}
              {value === '' ? <span class="muted">empty</span> : value}
            </span>
          </li>
        ))}
      </ul>
      <p role="status" class="visually-hidden">
        {said}
      </p>
    </section>
  )
}

const templateWords: Record<TemplateName, string> = {
  label: 'label',
  description: 'description',
  externalId: 'external id',
  commentOn: 'task to comment on',
}
