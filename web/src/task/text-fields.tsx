import { maxDescriptionCharacters, maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { useMay } from '../data/api.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import type { useDraft } from './use-draft.ts'

interface TextFieldsProps {
  texts: ReturnType<typeof useDraft>
  /** Without it the fields are read-only: the texts can still be copied. */
  onSave?: () => void
}

/** Label and description of a task, which are saved together. */
export function TextFields({ texts: { draft, isChanged, setTexts }, onSave }: TextFieldsProps) {
  const mayWrite = useMay('write') && onSave !== undefined
  const label = useTooLong(draft.label.trim(), maxLabelCharacters)
  const description = useTooLong(draft.description, maxDescriptionCharacters)
  const maySave = isChanged && !label.isTooLong && !description.isTooLong
  const save = () => {
    if (maySave) onSave?.()
  }
  return (
    <form
      class="text-fields"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
      }}
    >
      <label class="field">
        <span>Label</span>
        <input
          value={draft.label}
          readOnly={!mayWrite}
          autoComplete="off"
          onInput={(event) => {
            setTexts({ label: event.currentTarget.value })
          }}
          {...label.attributes}
        />
      </label>
      {label.note}
      <label class="field">
        <span>Description</span>
        <textarea
          value={draft.description}
          rows={5}
          readOnly={!mayWrite}
          onInput={(event) => {
            setTexts({ description: event.currentTarget.value })
          }}
          {...description.attributes}
        />
      </label>
      {description.note}
      {mayWrite && (
        <button type="submit" class="primary" aria-disabled={!maySave}>
          Save
        </button>
      )}
    </form>
  )
}
