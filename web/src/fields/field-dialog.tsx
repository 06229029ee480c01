import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Field } from '../../../client/src/index.ts'
import { maxFieldLabelCharacters, maxFieldOptions } from '../../../lib/contract/limits.ts'
import { keys, useApi } from '../data/api.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { fieldTypes } from '../ui/field-value.ts'
import { Choice, Text, textsOf } from '../ui/setting-fields.tsx'
import { showToast } from '../ui/messages.ts'
import { useLock } from '../ui/use-lock.ts'
import { useFieldWrites } from './use-field-writes.ts'
import {
  colors,
  draftOf,
  type FieldDraft,
  hasOptions,
  keyOf,
  missingIn,
  type OptionDraft,
  optionsOf,
  problemOf,
  removedOptions,
  typeWords,
} from './words.ts'

interface FieldDialogProps {
  /** The field that is changed; undefined for a new one. */
  field: Field | undefined
  onClose: () => void
}

/** Asks what a new field is, or changes one. Its key and its type never change. */
export function FieldDialog({ field, onClose }: FieldDialogProps) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(field))
  const [problem, setProblem] = useState('')
  const { noteAdded, noteChanged } = useFieldWrites()
  const lock = useLock()
  const edit = (changes: Partial<FieldDraft>) => {
    setDraft((before) => ({ ...before, ...changes }))
  }
  const label = draft.label.trim()
  const draftField = {
    ...{ key: draft.key, label, type: draft.type },
    ...(hasOptions(draft.type) && { options: optionsOf(draft) }),
  }
  const save = useMutation({
    mutationFn: () => {
      const { label: newLabel, options } = draftField
      return field
        ? client.fields.update(field.key, { label: newLabel, ...(options && { options }) })
        : client.fields.create(draftField)
    },
    onSuccess: () => {
      onClose()
      if (field) noteChanged(field, draftField)
      else {
        noteAdded(draftField, Promise.resolve())
        showToast(`Added “${label}”.`)
      }
    },
    onError: (error) => {
      setProblem(problemOf(error))
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.fields }),
  })
  const submit = () => {
    const missing = missingIn(draft)
    if (missing !== undefined) setProblem(missing)
    else if (lock.take()) {
      setProblem('')
      save.mutate(undefined, { onSettled: lock.free })
    }
  }
  const removed = field ? removedOptions(field, draft) : []
  return (
    <FormDialog
      title={field ? `Change “${field.label}”` : 'New field'}
      problem={problem}
      action={field ? 'Save' : 'Create field'}
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {field ? (
        <Text name="Label" {...textsOf(draft, edit)('label')} />
      ) : (
        <NewFieldParts draft={draft} onEdit={edit} />
      )}
      {hasOptions(draft.type) && (
        <Options
          options={draft.options}
          onEdit={(options) => {
            edit({ options })
          }}
        />
      )}
      {removed.length > 0 && (
        <p role="status">
          Tasks that have {removed.join(', ')} keep it, but no task can be given it any more.
        </p>
      )}
    </FormDialog>
  )
}

interface NewFieldPartsProps {
  draft: FieldDraft
  onEdit: (changes: Partial<FieldDraft>) => void
}

/** What is asked of a new field alone, and its label, which proposes the key until the person writes one. */
function NewFieldParts({ draft, onEdit }: NewFieldPartsProps) {
  const [isOwnKey, setOwnKey] = useState(false)
  return (
    <>
      <Text
        name="Label"
        value={draft.label}
        onEdit={(label) => {
          onEdit({ label, ...(!isOwnKey && { key: keyOf(label) }) })
        }}
      />
      <Text
        name="Key"
        hint="What programs call the field: lower-case letters, digits and underscores. It never changes."
        value={draft.key}
        onEdit={(key) => {
          setOwnKey(true)
          onEdit({ key })
        }}
      />
      <Choice
        name="Type"
        value={draft.type}
        options={fieldTypes.map((type) => ({ id: type, label: typeWords[type].name }))}
        onEdit={(id) => {
          const type = fieldTypes.find((one) => one === id) ?? 'text'
          const needsRow = hasOptions(type) && draft.options.length === 0
          onEdit({ type, ...(needsRow && { options: [{ label: '', color: '' }] }) })
        }}
      />
      <p class="muted">{typeWords[draft.type].hint}</p>
    </>
  )
}

interface OptionsProps {
  options: readonly OptionDraft[]
  onEdit: (options: readonly OptionDraft[]) => void
}

/** The options of a field: their labels and colours. Each new one is a row at the end. */
function Options({ options, onEdit }: OptionsProps) {
  const change = (index: number, changes: Partial<OptionDraft>) => {
    onEdit(options.map((option, at) => (at === index ? { ...option, ...changes } : option)))
  }
  return (
    <fieldset class="option-rows">
      <legend>Options</legend>
      {options.map((option, index) => (
        <div key={index} class="option-row">
          <input
            aria-label={`Option ${index + 1}`}
            dir="auto"
            autoComplete="off"
            maxLength={2 * maxFieldLabelCharacters}
            value={option.label}
            onInput={({ currentTarget }) => {
              change(index, { label: currentTarget.value })
            }}
          />
          <select
            aria-label={`Colour of option ${index + 1}`}
            value={option.color}
            onChange={({ currentTarget }) => {
              change(index, { color: colors.find((color) => color === currentTarget.value) ?? '' })
            }}
          >
            <option value="">No colour</option>
            {colors.map((color) => (
              <option key={color} value={color} selected={color === option.color}>
                {color}
              </option>
            ))}
          </select>
          <button
            type="button"
            aria-label={`Remove option ${index + 1}`}
            onClick={() => {
              onEdit(options.filter((_, at) => at !== index))
            }}
          >
            Remove
          </button>
        </div>
      ))}
      {options.length < maxFieldOptions && (
        <button
          type="button"
          onClick={() => {
            onEdit([...options, { label: '', color: '' }])
          }}
        >
          Add option
        </button>
      )}
    </fieldset>
  )
}
