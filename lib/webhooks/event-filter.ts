import { isTaskEvent, seenBy } from './bound.ts'
import type { Origin } from '../tasks/origin.ts'
import type { CommentEvent, StoredEvent, TaskEvent, WebhookEvent } from './event.ts'
import { eventTimeMs, type WebhookItem } from './webhook-item.ts'

/** Whether a filter allows one of these values. No filter allows all. */
const allows = (filter: readonly string[] | undefined, values: readonly (string | undefined)[]): boolean =>
  filter === undefined || values.some((value) => value !== undefined && filter.includes(value))

const excludes = (filter: readonly string[] = [], value: string | null | undefined): boolean =>
  value != null && filter.includes(value)

/** The types that a filter of fields applies to: the others have no changed fields. */
const typesOfChange: readonly string[] = ['task.updated', 'task.completed', 'task.reopened']

/** The names of changed fields in a filter: `fields` stands for each value. */
export const namesOf = (changed: TaskEvent['data']['changed']): string[] =>
  changed.some((name) => name.startsWith('fields.')) ? [...changed, 'fields'] : changed

/** Whether an event is one of a change of these fields, or of a type to which a filter of fields does not apply. */
export const isOfFields = (fields: readonly string[] | undefined, { type, data }: TaskEvent): boolean =>
  !typesOfChange.includes(type) || allows(fields, namesOf(data.changed))

/** Whether a webhook leaves out what this writer has written. */
const excludesWriter = (webhook: WebhookItem, origin: Origin | null): boolean =>
  excludes(webhook.exclude_origin_ids, origin?.origin_id) ||
  excludes(webhook.exclude_token_ids, origin?.token_id)

/** Whether the filters of a webhook let an event of a task through. */
function wantsTask(webhook: WebhookItem, event: TaskEvent): boolean {
  const { task, previous, origin } = event.data
  return (
    // a task that moves to another project concerns both
    allows(webhook.project_ids, [task.project_id, previous.project_id]) &&
    isOfFields(webhook.changed_fields, event) &&
    !excludesWriter(webhook, origin)
  )
}

/** The same of a comment. */
const wantsComment = (webhook: WebhookItem, { data }: CommentEvent): boolean =>
  allows(webhook.project_ids, [data.project_id]) && !excludesWriter(webhook, data.origin)

/**
 * Whether an event that a webhook wants is queued for it now. Dispatches run later than writes, so the time of the
 * event decides: events from before a pause are queued, and a replay from the pause finds the rest.
 */
export const isQueuedNow = (
  { status, queued_until_ms = 0 }: Pick<WebhookItem, 'status' | 'queued_until_ms'>,
  { id }: Pick<WebhookEvent, 'id'>,
): boolean => status === 'active' || eventTimeMs(id) < queued_until_ms

/**
 * Whether a webhook's settings select an event; `isQueuedNow` says whether the event is queued. A webhook never gets
 * notices about itself.
 */
export function wants(webhook: WebhookItem, stored: StoredEvent): boolean {
  const { event_types: types } = webhook
  const seen = seenBy(webhook, stored, stored.projectIds)
  if (seen === undefined) return false
  // only a task departs
  const event = seen === 'departure' ? ({ ...stored, type: 'task.deleted' } as TaskEvent) : seen
  if (isTaskEvent(event)) {
    return (types.includes('task.*') || types.includes(event.type)) && wantsTask(webhook, event)
  }
  if ('comment' in event.data) {
    const isListed = types.includes('comment.*') || types.includes(event.type)
    return isListed && wantsComment(webhook, event as CommentEvent) // only such events have a comment
  }
  const isAboutItself = 'webhook' in event.data && event.data.webhook.id === webhook.id
  // the other notices come whatever the webhook's projects are
  const isOfItsProjects = !('rule' in event.data) || allows(webhook.project_ids, [event.data.rule.project_id])
  return types.includes(event.type) && !isAboutItself && isOfItsProjects
}
