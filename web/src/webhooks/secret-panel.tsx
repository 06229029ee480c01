import { useState } from 'preact/hooks'
import { OncePanel } from '../ui/once-panel.tsx'
import { Kinds, Snippet } from '../ui/snippet.tsx'
import { javascriptSnippet, pythonSnippet } from './snippets.ts'

const kinds = ['JavaScript', 'Python'] as const

/** The secret of a new webhook, or a new one, with how to verify deliveries. */
export function SecretPanel({ webhookId, secret }: { webhookId: string; secret: string }) {
  const [kind, setKind] = useState<(typeof kinds)[number]>('JavaScript')
  return (
    <OncePanel
      id={webhookId}
      title="The secret of this webhook"
      intro="It is shown only once: copy it now, and keep it like a password. Deliveries are signed with it, so your receiver knows that they come from here."
      name="Secret"
      text={secret}
    >
      <Kinds name="How to verify a delivery" kinds={kinds} chosen={kind} onChoose={setKind} />
      <Snippet name={kind} text={kind === 'Python' ? pythonSnippet : javascriptSnippet}>
        Verify each delivery before you use it. The receiver has the secret in its environment, as
        WEBHOOK_SECRET.
      </Snippet>
      <p>
        <a href="/docs/recipes/webhooks" target="_blank" rel="noreferrer">
          Receive webhooks (in a new tab)
        </a>{' '}
        has complete receivers in TypeScript, Python and PHP, and steps for n8n, Zapier, Make and Slack. The{' '}
        <a href="/docs/concepts/webhooks#verify-a-webhook-signature" target="_blank" rel="noreferrer">
          documentation of the API (in a new tab)
        </a>{' '}
        describes webhooks in full.
      </p>
    </OncePanel>
  )
}
