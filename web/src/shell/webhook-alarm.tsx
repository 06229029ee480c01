import { useMay } from '../data/api.ts'
import { useWebhooks } from '../data/webhooks.ts'
import { hrefs } from '../ui/route.ts'
import { needsHelp, reasonOf, titleOf } from '../webhooks/health.ts'

const everyMs = 5 * 60_000

/** Says on every page that a webhook does not deliver, to people who may repair it. */
export function WebhookAlarm() {
  const mayHooks = useMay('hooks')
  // the status element is always rendered: screen readers announce only text that is added to an existing one
  return (
    <div role="status" class="webhook-alarm">
      {mayHooks && <Alarm />}
    </div>
  )
}

function Alarm() {
  const { data: webhooks = [] } = useWebhooks(everyMs)
  const [first, ...others] = webhooks.filter((webhook) => needsHelp(webhook, Date.now()))
  if (!first) return null
  if (others.length > 0) {
    return (
      <p>
        {others.length + 1} webhooks do not deliver. <a href={hrefs.webhooks}>Look at them</a>
      </p>
    )
  }
  return (
    <p>
      The webhook “<bdi>{titleOf(first)}</bdi>” {reasonOf(first)}{' '}
      <a href={hrefs.webhook(first.id)}>Look at it</a>
    </p>
  )
}
