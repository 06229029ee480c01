import { taskEventTypes, type StoredEvent, type TaskEvent, type WebhookEvent } from './event.ts'
import type { EventItem, WebhookItem } from './webhook-item.ts'

/*
 * What a bound webhook sees, which is one of a token that is bound to projects, and what such a token sees of the history. For
 * it, the other projects of the account do not exist. A task that leaves its projects is deleted, one that enters them is
 * created, and notices are of its projects only.
 */

const isOfTask: ReadonlySet<string> = new Set(taskEventTypes)

/** Whether an event is a write of a task. The events of rules have tasks, too, and are none. */
export const isTaskEvent = (event: WebhookEvent): event is TaskEvent => isOfTask.has(event.type)

/** A webhook's bounds; undefined if it has none. */
const boundsOf = ({ bound, project_ids }: WebhookItem): readonly string[] | undefined =>
  bound ? (project_ids ?? []) : undefined

/** The event of a task that has entered the projects of a bound webhook. */
const entered = (event: TaskEvent): TaskEvent => ({
  ...event,
  type: 'task.created',
  // what it was before belongs to another project
  data: { ...event.data, changed: [], previous: {}, reason: 'moved' },
})

/** An event as a webhook sees it: `departure` stands for the one that is stored beside it. */
type Seen = WebhookEvent | 'departure' | undefined

/** Returns an event as a webhook sees it. */
export const seenBy = (
  webhook: WebhookItem,
  event: WebhookEvent,
  projectIds: StoredEvent['projectIds'],
): Seen => seenWithin(boundsOf(webhook), event, projectIds)

/**
 * Returns an event as somebody sees it who is bound to projects: as it is; as the task's arrival in these; or as its departure
 * from them. Undefined if it is out of sight.
 * @param bounds the projects; undefined if there are no bounds
 * @param projectIds the projects that a notice is about
 */
export function seenWithin(
  bounds: readonly string[] | undefined,
  event: WebhookEvent,
  projectIds?: StoredEvent['projectIds'],
): Seen {
  if (!bounds) return event
  if (!isTaskEvent(event)) return projectIds?.every((id) => bounds.includes(id)) ? event : undefined
  const { task, previous } = event.data
  const isThere = bounds.includes(task.project_id)
  const wasThere = bounds.includes(previous.project_id ?? task.project_id)
  if (isThere) return wasThere ? event : entered(event)
  return wasThere ? 'departure' : undefined
}

/** The body of an event as it is posted to a webhook, with its type; undefined if the webhook must not get it. */
export function postedTo(webhook: WebhookItem, item: EventItem): EventItem | undefined {
  if (!webhook.bound) return item
  const seen = seenBy(webhook, JSON.parse(item.body) as WebhookEvent, item.project_ids) // the body is the event as JSON
  if (seen === undefined) return undefined
  if (seen !== 'departure') return { ...item, type: seen.type, body: JSON.stringify(seen) }
  return item.departure === undefined ? undefined : { ...item, type: 'task.deleted', body: item.departure }
}
