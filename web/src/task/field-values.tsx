import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Field, Task, TaskChanges } from '../../../client/src/index.ts'
import { useIsBound, useMay } from '../data/api.ts'
import { useFields } from '../data/queries.ts'
import { FieldControl } from '../ui/field-control.tsx'
import { fieldText, fieldValueOf, isOverdue, type FieldValue } from '../ui/field-value.ts'
import { Menu } from '../ui/menu.tsx'
import { hrefs } from '../ui/route.ts'
import { Fact } from './place-fields.tsx'

interface FieldValuesProps {
  task: Task
  /** `before`: what was so, in the same words. */
  onChange: (changes: TaskChanges, done: string, before: string) => void
}

/** The values that a task has of the account's fields, each with its control, and a button for more. */
export function FieldValues({ task, onChange }: FieldValuesProps) {
  const fields = useFields()
  const mayWrite = useMay('write')
  const isBound = useIsBound()
  const [added, setAdded] = useState<string>()
  const section = useRef<HTMLElement>(null)
  const has = (key: string) => fieldValueOf(task, key) !== undefined
  const shown = fields.filter(({ key }) => has(key) || key === added)
  const deleted = Object.keys(task.fields ?? {}).filter((key) => !fields.some((field) => field.key === key))

  // the field that was just added is the next to be filled
  useLayoutEffect(() => {
    if (added === undefined) return
    section.current?.querySelector<HTMLElement>(`[data-field="${added}"] :is(input, select)`)?.focus()
  }, [added])

  const set = ({ key, label }: Pick<Field, 'key' | 'label'>, value: FieldValue | null, text: string) => {
    const had = fieldValueOf(task, key)
    const definition = fields.find((one) => one.key === key)
    const before = had === undefined ? 'None' : fieldText(definition, had)
    onChange({ fields: { [key]: value } }, `${label}: ${text}.`, `${label}: ${before}.`)
  }
  const remove = (field: Pick<Field, 'key' | 'label'>) => {
    if (field.key === added) setAdded(undefined)
    if (has(field.key)) set(field, null, 'None')
    section.current?.querySelector<HTMLElement>('.add-field button')?.focus()
  }
  const missing = fields.filter(({ key }) => !has(key) && key !== added)
  if (!mayWrite) return <FieldFacts task={task} fields={fields} />
  return (
    <section ref={section} class="field-values" aria-label="Fields">
      {shown.map((field) => (
        <div key={field.key} class="field-value" data-field={field.key}>
          <FieldControl
            field={field}
            value={fieldValueOf(task, field.key)}
            isSavedByEscape
            onChange={(value, text) => {
              // a control that was emptied stays, so that it can be filled again
              setAdded(field.key)
              set(field, value, text)
            }}
          />
          <Remove
            label={field.label}
            onRemove={() => {
              remove(field)
            }}
          />
          <Overdue field={field} task={task} />
        </div>
      ))}
      {deleted.map((key) => (
        <div key={key} class="field-value">
          <Fact name={`${key} (deleted field)`} text={fieldText(undefined, fieldValueOf(task, key) ?? '')} />
          <Remove
            label={key}
            onRemove={() => {
              remove({ key, label: key })
            }}
          />
        </div>
      ))}
      <div class="add-field">
        {missing.length > 0 && (
          <Menu
            label="Add field"
            text="Add field"
            items={missing.map(({ key, label }) => ({
              label,
              onSelect: () => {
                setAdded(key)
              },
            }))}
          />
        )}
        {fields.length === 0 && !isBound && <a href={hrefs.fields}>Define fields such as a due date</a>}
      </div>
    </section>
  )
}

/** The values of a task as text. */
const FieldFacts = ({ task, fields }: { task: Task; fields: readonly Field[] }) => (
  <>
    {Object.entries(task.fields ?? {}).map(([key, value]) => {
      const field = fields.find((one) => one.key === key)
      return <Fact key={key} name={field?.label ?? key} text={fieldText(field, value)} />
    })}
  </>
)

const Overdue = ({ field, task }: { field: Field; task: Task }) => {
  const value = fieldValueOf(task, field.key)
  return value !== undefined && isOverdue(field, value, task.status) ? <p class="overdue">Overdue</p> : null
}

const Remove = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <button type="button" class="icon-button" aria-label={`Remove ${label}`} onClick={onRemove}>
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="m4 4 8 8m0-8-8 8" />
    </svg>
  </button>
)
