import type { DynamoDBRecord } from 'aws-lambda'
import type { Step, StoredEvent, WebhookEvent } from './event.ts'
import type { SubmissionItem } from '../forms/submission-item.ts'
import { heldPrefix } from '../forms/submission-prefix.ts'
import { anyTask, taskPrefix, eventIdAt, type TaskItem } from '../tasks/task-item.ts'
import { asWebhook, webhookPrefix, type WebhookItem } from './webhook-item.ts'
import { commentPrefix, namePrefix } from '../comments/comment-item.ts'
import { commentEventOf, deletedEventOf } from './comment-event.ts'
import { imageOf } from './stream-records.ts'
import { stepOfWrite, taskEventOf } from './task-event.ts'

type EventOf<T extends WebhookEvent['type']> = Extract<WebhookEvent, { type: T }>

/**
 * Returns the event of a write of a webhook that left a notice, for the account's other webhooks.
 * @param before the webhook before the write; undefined if there was none
 * @returns undefined if there is no notice, or no new one
 */
export function webhookNoticeOf(
  before: WebhookItem | undefined,
  after: WebhookItem,
): (EventOf<'webhook.failing' | 'webhook.disabled'> & StoredEvent) | undefined {
  const { notice } = after
  if (!notice || (before?.notice?.at === notice.at && before.notice.type === notice.type)) return undefined
  const { id, url, disabled_reason, failing_since } = after
  return {
    projectIds: after.project_ids,
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
  {
    id,
    received_at,
    reason,
    project_id,
  }: Pick<SubmissionItem, 'id' | 'received_at' | 'reason' | 'project_id'>,
): EventOf<'form.submission_held'> & StoredEvent => ({
  projectIds: project_id === undefined ? undefined : [project_id],
  id: eventIdAt(id, received_at),
  type: 'form.submission_held',
  timestamp: received_at,
  data: { form_id: formId, submission: { id, received_at, reason: reason ?? null } },
})

/** What a change of the table tells: an event, or the step of a write in which readers see no change. */
export interface Told {
  event?: StoredEvent
  quiet?: Step
  /** The task that has gone to another place, so that its comments must follow. */
  follow?: string
}

/** Whether a task has gone to another project, to or from the trash, or has taken the place of one with the same id. */
const isElsewhere = (before: TaskItem, after: TaskItem): boolean =>
  before.project_id !== after.project_id ||
  before.deleted_at !== after.deleted_at ||
  before.created_at !== after.created_at

function toldByImages(record: DynamoDBRecord, sk: string, formId: string | undefined): Told | undefined {
  const { NewImage, OldImage } = record.dynamodb ?? {}
  if (sk.startsWith(taskPrefix)) {
    const after = anyTask(imageOf(NewImage))
    const before = anyTask(imageOf(OldImage))
    if (!after) return before && { follow: before.id }
    const event = taskEventOf(before, after)
    const step = stepOfWrite(before, after, event)
    return {
      ...(event ? { event: { ...event, step } } : { quiet: step }),
      ...(before && isElsewhere(before, after) && { follow: after.id }),
    }
  }
  if (sk.startsWith(commentPrefix) || sk.startsWith(namePrefix)) {
    const eventOf = sk.startsWith(commentPrefix) ? commentEventOf : deletedEventOf
    const event = eventOf(imageOf(OldImage), imageOf(NewImage))
    return event && { event }
  }
  if (sk.startsWith(webhookPrefix)) {
    const after = asWebhook(imageOf(NewImage))
    const event = after && webhookNoticeOf(asWebhook(imageOf(OldImage)), after)
    return event && { event }
  }
  if (!sk.startsWith(heldPrefix) || formId === undefined || record.eventName !== 'INSERT') return undefined
  const held = imageOf(NewImage)
  // only lib/forms writes items under this prefix
  return held && { event: heldNoticeOf(formId, held as unknown as SubmissionItem) }
}

/**
 * Returns what one change of the table tells, and of which account; undefined if it tells nothing: most items are not tasks. A
 * purge by the TTL or a deletion of an item is not a write, and tells only that the task is gone.
 */
export function toldByRecord(record: DynamoDBRecord): (Told & { accountId: string }) | undefined {
  const { Keys = {} } = record.dynamodb ?? {}
  const [kind, accountId, , formId] = (Keys.pk?.S ?? '').split('#')
  if (kind !== 'ACCOUNT' || !accountId) return undefined
  const told = toldByImages(record, Keys.sk?.S ?? '', formId)
  return told && { accountId, ...told }
}
