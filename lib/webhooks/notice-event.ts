import type { SubmissionItem } from '../forms/submission-item.ts'
import { eventIdAt } from '../tasks/task-item.ts'
import type { WebhookEvent } from './event.ts'
import type { WebhookItem } from './webhook-item.ts'

type EventOf<T extends WebhookEvent['type']> = Extract<WebhookEvent, { type: T }>

/**
 * Returns the event of a write of a webhook that left a notice, for the account's other webhooks.
 * @param before the webhook before the write; undefined if there was none
 * @returns undefined if there is no notice, or no new one
 */
export function webhookNoticeOf(
  before: WebhookItem | undefined,
  after: WebhookItem,
): EventOf<'webhook.failing' | 'webhook.disabled'> | undefined {
  const { notice } = after
  if (!notice || (before?.notice?.at === notice.at && before.notice.type === notice.type)) return undefined
  const { id, url, disabled_reason, failing_since } = after
  return {
    id: eventIdAt(id, notice.at),
    type: notice.type,
    timestamp: notice.at,
    data: {
      webhook: {
        id,
        url,
        disabled_reason: disabled_reason ?? null,
        failing_since: failing_since ?? null,
      },
    },
  }
}

/** Returns the event of a submission that is held. Held again later, it has the same event. */
export const heldNoticeOf = (
  formId: string,
  { id, received_at, reason }: Pick<SubmissionItem, 'id' | 'received_at' | 'reason'>,
): EventOf<'form.submission_held'> => ({
  id: eventIdAt(id, received_at),
  type: 'form.submission_held',
  timestamp: received_at,
  data: { form_id: formId, submission: { id, received_at, reason: reason ?? null } },
})
