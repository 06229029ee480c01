import { maxCommentCharacters } from '../../../lib/contract/limits.ts'
import { tooLongText } from '../ui/too-long.ts'
import { useId } from '../ui/use-id.ts'

interface CommentTextProps {
  name: string
  text: string
  onText: (text: string) => void
}

/** The text of a comment in a form. Ctrl+Enter submits it. */
export function CommentText({ name, text, onText }: CommentTextProps) {
  const id = useId()
  const tooLong = tooLongText(text, maxCommentCharacters)
  return (
    <>
      <label class="field">
        <span>{name}</span>
        <textarea
          data-noted
          rows={2}
          dir="auto"
          value={text}
          aria-invalid={tooLong !== undefined}
          aria-describedby={tooLong === undefined ? undefined : id}
          onInput={({ currentTarget }) => {
            onText(currentTarget.value)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }
          }}
        />
      </label>
      {tooLong !== undefined && (
        <p id={id} class="too-long">
          {tooLong}
        </p>
      )}
    </>
  )
}
