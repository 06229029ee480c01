import { createContext } from 'preact'
import { useContext, useRef, useState } from 'preact/hooks'

/** Is told what a button below it has copied. */
export const Copied = createContext<(text: string) => void>(() => undefined)

/** Copies a text, and says so. Without a clipboard the text is selected, so that it can be copied by keyboard. */
export function useCopy(select: () => void) {
  const [said, setSaid] = useState('')
  const noteCopied = useContext(Copied)
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied.')
      noteCopied(text)
    } catch {
      // there is no clipboard, or it is not allowed
      select()
      setSaid('Selected: copy it with Ctrl+C or ⌘C.')
    }
  }
  return { said, copy }
}

/** A text to be copied, such as a secret, with a button that does it. */
export function CopyField({ name, text }: { name: string; text: string }) {
  const field = useRef<HTMLInputElement>(null)
  const { said, copy } = useCopy(() => field.current?.select())
  return (
    <>
      <label class="field">
        <span>{name}</span>
        <span class="copy-line">
          <input ref={field} aria-label={name} value={text} readOnly spellcheck={false} />
          <button type="button" class="primary" onClick={() => void copy(text)}>
            Copy
          </button>
        </span>
      </label>
      <p role="status" class="muted">
        {said}
      </p>
    </>
  )
}
