import { useLayoutEffect, useRef, useState } from 'preact/hooks'

interface CopyButtonProps {
  name: string
  text: string
}

/** A button that copies a text, and says so. Without a clipboard it shows the text, selected, to be copied by hand. */
export function CopyButton({ name, text }: CopyButtonProps) {
  const field = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'copied' | 'shown'>()
  useLayoutEffect(() => {
    if (state === 'shown') field.current?.select()
  }, [state])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // there is no clipboard, or it is not allowed
      setState('shown')
    }
  }
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {name}
      </button>
      {state === 'shown' && <input ref={field} aria-label={`${name}: the text`} value={text} readOnly />}
      <span role="status" class="muted copied">
        {state === 'copied' && 'Copied.'}
        {state === 'shown' && 'Copy it with Ctrl+C or ⌘C.'}
      </span>
    </>
  )
}
