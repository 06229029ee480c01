import { useMay } from '../data/api.ts'
import type { useDraft } from './use-draft.ts'

interface TextFieldsProps {
  texts: ReturnType<typeof useDraft>
  /** Without it there is nothing to save to: the texts can be read and copied. */
  onSave?: () => void
}

/** Label and description of a task, which are saved together. */
export function TextFields({ texts: { draft, isChanged, setTexts }, onSave }: TextFieldsProps) {
  const mayWrite = useMay('write') && onSave !== undefined
  const save = () => {
    if (isChanged) onSave?.()
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
          maxLength={500}
          readOnly={!mayWrite}
          autoComplete="off"
          onInput={(event) => {
            setTexts({ label: event.currentTarget.value })
          }}
        />
      </label>
      <label class="field">
        <span>Description</span>
        <textarea
          value={draft.description}
          rows={5}
          maxLength={10_000}
          readOnly={!mayWrite}
          onInput={(event) => {
            setTexts({ description: event.currentTarget.value })
          }}
        />
      </label>
      {mayWrite && (
        <button type="submit" class="primary" aria-disabled={!isChanged}>
          Save
        </button>
      )}
    </form>
  )
}
