import { useId, useRef, useState } from 'preact/hooks'
import type { Form } from '../../../client/src/index.ts'
import { CopyField, useCopy } from '../ui/copy-field.tsx'
import { forgetUrl } from './new-url.ts'
import { curlSnippet, htmlSnippet } from './snippets.ts'

const kinds = ['HTML form', 'curl', 'Google Forms'] as const

/** The URL of a new or rotated form, with what to paste where. */
export function UrlPanel({ form, url }: { form: Form; url: string }) {
  const [kind, setKind] = useState<(typeof kinds)[number]>('HTML form')
  return (
    <section class="panel url-panel" aria-labelledby="url-title">
      <h2 id="url-title">The URL of this form</h2>
      <p>
        It is shown only once: copy it now. Whoever knows it can send submissions, but cannot read anything.
      </p>
      <CopyField name="URL" text={url} />
      <div role="group" aria-label="Ready to paste" class="choices">
        {kinds.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === kind}
            onClick={() => {
              setKind(each)
            }}
          >
            {each}
          </button>
        ))}
      </div>
      {kind === 'HTML form' && (
        <Snippet name="HTML form" text={htmlSnippet(url, form.name, form.honeypot)}>
          Save it as a file, or paste the form into your website. The name of each field is its key in the
          mapping.
        </Snippet>
      )}
      {kind === 'curl' && (
        <Snippet name="curl" text={curlSnippet(url)}>
          Run it in a terminal to send a first submission.
        </Snippet>
      )}
      {kind === 'Google Forms' && (
        <p>
          Google Forms cannot post by itself. A short Apps Script does it:{' '}
          <code>docs/recipes/google-forms.md</code> in the repository has the script and every step. It asks
          for the URL above.
        </p>
      )}
      <div class="form-actions">
        <button
          type="button"
          onClick={() => {
            forgetUrl(form.id)
            document.querySelector('main')?.focus()
          }}
        >
          I have copied it
        </button>
      </div>
    </section>
  )
}

function Snippet({ name, text, children }: { name: string; text: string; children: string }) {
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
      <div class="form-actions">
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
