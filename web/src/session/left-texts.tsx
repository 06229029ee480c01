import { useRef } from 'preact/hooks'
import { useCopy } from '../ui/copy-field.tsx'
import type { UnsavedText } from '../ui/unsaved.ts'
import { useId } from '../ui/use-id.ts'

/** The texts that were typed, and perhaps not saved, when the service ended the session, to be copied. */
export function LeftTexts({ texts }: { texts: readonly UnsavedText[] }) {
  const id = useId()
  return (
    <section class="left-texts" aria-labelledby={id}>
      <h2 id={id}>What you typed</h2>
      <p class="muted">
        It may not have been saved. Copy what you still need before you leave this page or sign in.
      </p>
      {texts.map((text, index) => (
        <LeftText key={index} {...text} />
      ))}
    </section>
  )
}

function LeftText({ name, text }: UnsavedText) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { said, copy } = useCopy(() => field.current?.select())
  return (
    <div>
      <label class="field">
        <span>{name}</span>
        <textarea
          ref={field}
          dir="auto"
          rows={Math.min(8, text.split('\n').length + 1)}
          readOnly
          value={text}
        />
      </label>
      <button type="button" aria-label={`Copy: ${name}`} onClick={() => void copy(text)}>
        Copy
      </button>
      <span role="status" class="muted">
        {said}
      </span>
    </div>
  )
}
