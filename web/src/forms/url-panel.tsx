import { useState } from 'preact/hooks'
import type { Form } from '../../../client/src/index.ts'
import { OncePanel } from '../ui/once-panel.tsx'
import { Kinds, Snippet } from '../ui/snippet.tsx'
import { curlSnippet, htmlSnippet } from './snippets.ts'

const kinds = ['HTML form', 'curl', 'Google Forms'] as const

/** The URL of a new or rotated form, with what to paste where. */
export function UrlPanel({ form, url }: { form: Form; url: string }) {
  const [kind, setKind] = useState<(typeof kinds)[number]>('HTML form')
  return (
    <OncePanel
      id={form.id}
      title="The URL of this form"
      intro="It is shown only once: copy it now. Whoever knows it can send submissions, but cannot read anything."
      name="URL"
      text={url}
    >
      <Kinds name="Ready to paste" kinds={kinds} chosen={kind} onChoose={setKind} />
      {kind === 'HTML form' && (
        <Snippet name="HTML form" text={htmlSnippet(url, form)}>
          Save it as a file, or paste the form into your website. The name of each field is its key in the
          mapping.
        </Snippet>
      )}
      {kind === 'curl' && (
        <Snippet name="curl" text={curlSnippet(url, form)}>
          Run it in a terminal to send a first submission.
        </Snippet>
      )}
      {kind === 'Google Forms' && (
        <p>
          Google Forms cannot post by itself. A short Apps Script does it:{' '}
          <a href="/docs/recipes/google-forms" target="_blank" rel="noreferrer">
            Google Forms (in a new tab)
          </a>{' '}
          has the script and every step. It asks for the URL above.
        </p>
      )}
    </OncePanel>
  )
}
