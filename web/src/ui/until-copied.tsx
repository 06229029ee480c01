import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Copied } from './copy-field.tsx'
import { noteTaken } from './shown-once.ts'

interface UntilCopiedProps {
  /** What the text belongs to, as in `keepShown`. */
  id: string
  text: string
  children: ComponentChildren
}

/** What a person copies by keyboard or menu: a selection, or the field it is in. */
const copiedBy = ({ target }: ClipboardEvent): string =>
  target instanceof HTMLInputElement ? target.value : String(getSelection())

/** Notes when a text that is shown once is copied, by a button in here or in another way. */
export function UntilCopied({ id, text, children }: UntilCopiedProps) {
  const note = (copied: string) => {
    if (copied.includes(text)) noteTaken(id)
  }
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      note(copiedBy(event))
    }
    document.addEventListener('copy', onCopy)
    return () => {
      document.removeEventListener('copy', onCopy)
    }
  }, [id, text])
  return <Copied.Provider value={note}>{children}</Copied.Provider>
}
