import type { Webhook } from '../../../client/src/index.ts'
import { useWebhooks } from '../data/webhooks.ts'
import { ListHead } from '../ui/list-head.tsx'
import { hrefs } from '../ui/route.ts'
import { ChangeNote } from '../ui/change.tsx'
import { Unloaded } from '../ui/states.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { StateBadge, StateLine } from './state.tsx'
import { titleOf } from './health.ts'
import { eventsOf, formatNote } from './words.ts'

/** The webhooks of the account. */
export const Webhooks = () => (
  <div class="page">
    <ListHead title="Webhooks" label="New webhook" dialog={(onClose) => <NewWebhook onClose={onClose} />} />
    <ChangeNote />
    <WebhookList />
  </div>
)

function WebhookList() {
  const webhooks = useWebhooks(10_000)
  if (!webhooks.data) return <Unloaded query={webhooks} />
  if (webhooks.data.length === 0) {
    return (
      <div class="state empty">
        <p>
          <strong>No webhooks yet.</strong>
        </p>
        <p>
          A webhook sends each change of a task to a URL of yours, such as a program, n8n, Zapier or Make, or
          as a message to Slack, Discord, Teams or ntfy. To begin, make a new webhook with that URL.
        </p>
      </div>
    )
  }
  return (
    <ul class="link-list" aria-label="Webhooks">
      {webhooks.data.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} />
      ))}
    </ul>
  )
}

const WebhookRow = ({ webhook }: { webhook: Webhook }) => (
  <li>
    <div class="log-facts">
      <a href={hrefs.webhook(webhook.id)} dir="auto">
        {titleOf(webhook)}
      </a>
      {webhook.description !== null && <p class="muted">{webhook.url}</p>}
      <p class="muted">
        Gets {eventsOf(webhook)}
        {formatNote(webhook)}
        {webhook.bound && ' · Bound to its projects'}
      </p>
      <p class="muted">
        <StateLine webhook={webhook} />
      </p>
    </div>
    <StateBadge webhook={webhook} />
  </li>
)
