import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { CopyField } from './copy-field.tsx'
import { forgetShown } from './shown-once.ts'

interface OncePanelProps {
  /** What it belongs to, as in `keepShown`. */
  id: string
  title: string
  /** Why it matters, and who may know it. */
  intro: string
  /** The name of the field: "URL". */
  name: string
  text: string
  /** What can be done with it. */
  children: ComponentChildren
}

/** A text that the service shows only once, until the person has taken it. */
export function OncePanel({ id, title, intro, name, text, children }: OncePanelProps) {
  const titleId = useId()
  return (
    <section class="panel once-panel" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p>{intro}</p>
      <CopyField name={name} text={text} />
      {children}
      <div class="actions">
        <button
          type="button"
          onClick={() => {
            forgetShown(id)
            document.querySelector('main')?.focus()
          }}
        >
          I have copied it
        </button>
      </div>
    </section>
  )
}
