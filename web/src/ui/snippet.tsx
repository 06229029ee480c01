import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useCopy } from './copy-field.tsx'
import { useId } from './use-id.ts'

interface SnippetProps {
  /** Names it for the button that copies it. */
  name: string
  text: string
  /** What to do with it. */
  children: ComponentChildren
}

/** Code to be copied. */
export function Snippet({ name, text, children }: SnippetProps) {
  const id = useId()
  const code = useRef<HTMLPreElement>(null)
  const { said, copy } = useCopy(() => {
    if (code.current) getSelection()?.selectAllChildren(code.current)
  })
  return (
    <figure class="snippet">
      <figcaption id={id}>{children}</figcaption>
      <pre ref={code} tabIndex={0} role="region" aria-labelledby={id}>
        <code>{text}</code>
      </pre>
      <div class="actions">
        <button type="button" aria-label={`Copy ${name}`} onClick={() => void copy(text)}>
          Copy
        </button>
        <span role="status" class="muted">
          {said}
        </span>
      </div>
    </figure>
  )
}

interface KindsProps<K extends string> {
  name: string
  kinds: readonly K[]
  chosen: K
  onChoose: (kind: K) => void
}

/** Buttons of which one is pressed. */
export const Kinds = <K extends string>({ name, kinds, chosen, onChoose }: KindsProps<K>) => (
  <div role="group" aria-label={name} class="choices">
    {kinds.map((kind) => (
      <button
        key={kind}
        type="button"
        aria-pressed={kind === chosen}
        onClick={() => {
          onChoose(kind)
        }}
      >
        {kind}
      </button>
    ))}
  </div>
)
