import { useState } from 'preact/hooks'
import { yoursFirst } from '../ui/yours.ts'
import type { Webhook } from '../../../client/src/index.ts'
import { useIsBound } from '../data/api.ts'
import { hrefs } from '../ui/route.ts'
import { ChangeNote } from '../ui/change.tsx'
import { useShownOnce } from '../ui/shown-once.ts'
import { Actions } from './actions.tsx'
import { Deliveries } from './deliveries.tsx'
import { SecretPanel } from './secret-panel.tsx'
import { Settings } from './settings.tsx'
import { StateBadge, StateNotice } from './state.tsx'
import { titleOf } from './health.ts'
import { eventsOf, formatNote } from './words.ts'

/** A webhook: its secret while it is new, what was delivered, and its settings. */
export function WebhookPage({ webhook }: { webhook: Webhook }) {
  const secret = useShownOnce(webhook.id)
  /** The time since which it may have missed events; the service forgets it when the webhook is activated. */
  const [missedSince, setMissedSince] = useState<string>()
  return (
    <div class="page">
      <div class="page-title">
        <p class="muted">
          <a href={hrefs.webhooks}>All webhooks</a>
        </p>
        <h1 dir="auto">{titleOf(webhook)}</h1>
        <p class="facts">
          <StateBadge webhook={webhook} />
          <span class="muted">
            Gets {eventsOf(webhook)}
            {formatNote(webhook)}
          </span>
        </p>
        <BoundNote webhook={webhook} />
        <ChangeNote />
        <StateNotice webhook={webhook} />
        <Actions webhook={webhook} missedSince={missedSince} onActivate={setMissedSince} />
      </div>
      {secret !== undefined && <SecretPanel webhookId={webhook.id} secret={secret} />}
      <Deliveries webhook={webhook} />
      <Settings key={webhook.id} webhook={webhook} />
    </div>
  )
}

/** Says that a webhook is bound to projects, or that it will be. */
function BoundNote({ webhook: { bound } }: { webhook: Webhook }) {
  const isBound = useIsBound()
  if (!bound && !isBound) return null
  return (
    <p class="muted">
      {bound
        ? 'This webhook is bound to its projects: a token that is bound to projects made or changed it. A task that moves out of them comes as task.deleted, one that moves in as task.created.'
        : `${yoursFirst('membership')} is bound to projects: if you change this webhook, it is bound to its projects from then on.`}
    </p>
  )
}
