import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { CopyField } from './copy-field.tsx'
import { goTo } from './route.ts'
import { forgetShown, isNotCopied } from './shown-once.ts'
import { showToast } from './messages.ts'
import { UntilCopied } from './until-copied.tsx'
import { useId } from './use-id.ts'

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

/** A text that the service shows only once, until the person has taken it. When its page is left before, it is kept. */
export function OncePanel({ id, title, intro, name, text, children }: OncePanelProps) {
  const titleId = useId()
  useEffect(() => {
    const { hash } = location
    return () => {
      if (!isNotCopied(id)) return
      const run = () => {
        goTo(hash)
      }
      showToast(`${title} was not copied. Its page still shows it.`, { label: 'Show it', run })
    }
  }, [id])
  return (
    <section class="panel once-panel" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p>{intro}</p>
      <UntilCopied id={id} text={text}>
        <CopyField name={name} text={text} />
        {children}
      </UntilCopied>
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
