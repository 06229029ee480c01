import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import type { Editor } from './editor.ts'
import { GrowingField } from './growing-field.tsx'

interface TitleFieldProps {
  editor: Editor
  label: string
}

/** The label of a task, as a heading to write in. Enter saves; a label has no line breaks. */
export function TitleField({ editor, label }: TitleFieldProps) {
  const { attributes, note } = useTooLong(label.trim(), maxLabelCharacters)
  const isEmpty = label.trim() === ''
  const end = () => {
    if (!isEmpty) void editor.save()
    else editor.complain('A task needs a label.')
  }
  return (
    <div>
      <GrowingField
        class="task-title"
        aria-label="Label"
        rows={1}
        enterkeyhint="done"
        autoComplete="off"
        value={label}
        onText={(text) => {
          editor.setTexts({ label: text.replaceAll(/\s*[\r\n]+\s*/g, ' ') })
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing) return
          event.preventDefault()
          end()
        }}
        onBlur={end}
        {...attributes}
      />
      {note}
    </div>
  )
}
