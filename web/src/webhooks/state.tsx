import type { Webhook } from '../../../client/src/index.ts'
import { maxEventDays } from '../../../lib/contract/limits.ts'
import { Time } from '../ui/time.tsx'
import { counted } from '../ui/format.ts'
import { stateOf } from './words.ts'

/** How a webhook is, in a word or two. */
export function StateBadge({ webhook }: { webhook: Webhook }) {
  const { label, tone } = stateOf(webhook)
  return <span class={`badge ${tone}`}>{label}</span>
}

/** Why a webhook is not as it should be, in a line; nothing if it is. */
export function StateLine({ webhook }: { webhook: Webhook }) {
  const { status, disabled_reason, failing_since, next_attempt_at } = webhook
  if (status === 'disabled') return <>{disabled_reason}</>
  if (status === 'paused' || failing_since === null) return null
  return (
    <>
      Failing since <Time at={failing_since} />.
      {next_attempt_at !== null && (
        <>
          {' '}
          Next attempt: <Time at={next_attempt_at} hasSeconds />.
        </>
      )}
    </>
  )
}

/** What a webhook's state means, and what to do. */
export function StateNotice({ webhook }: { webhook: Webhook }) {
  const { status, consecutive_failures: failures } = webhook
  return (
    <div role="status">
      {status === 'disabled' && (
        <p class="notice">
          This webhook is disabled: nothing is sent. <StateLine webhook={webhook} /> Mend the receiver,
          activate the webhook, then replay what it missed. Events are kept for {maxEventDays} days.
        </p>
      )}
      {status === 'paused' && (
        <p class="notice">
          This webhook is paused: nothing is sent. Events are kept for {maxEventDays} days, so a replay brings
          what it missed.
        </p>
      )}
      {status === 'active' && webhook.failing_since !== null && (
        <p class="notice">
          <StateLine webhook={webhook} />{' '}
          {failures > 0 && <>The receiver failed {counted(failures, 'time')} in a row. </>}
          The deliveries below say why.
        </p>
      )}
    </div>
  )
}
