import { subjectOf } from '../tasks/task-item.ts'
import { ApiError, invalidField } from '../contract/api-error.ts'
import type { WebhookEvent } from './event.ts'
import { maxEventDays, maxReplayedEvents } from '../contract/limits.ts'
import type { Replay } from './replay-request.ts'
import { wants } from './event-filter.ts'
import { hasExpired, type Item } from '../table/item.ts'
import { query } from '../table/read-items.ts'
import { cursorTimeMs } from '../tasks/changes.ts'
import type { Tenant } from '../table/tenant.ts'
import { itemsPerBatch, putMany } from '../table/write-items.ts'
import {
  changeWebhook,
  eventPartition,
  eventSortKey,
  eventTimeMs,
  type EventItem,
  type WebhookItem,
  deliveryPartition,
  deliveryPrefix,
} from './webhook-item.ts'
import { newPending } from './pending.ts'
import { wakeIfActive } from './wake-up.ts'
import { getWebhookItem } from './webhooks.ts'

/** Reading the log ends when less time than this is left for the events, in milliseconds. */
const logReserveMs = 5_000

/** The least UUIDv7 of a time in ms since 1970: RFC 9562, section 5.7. */
function firstIdAt(timeMs: number): string {
  const hex = timeMs.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/**
 * Returns the ids of the events that were delivered to a webhook since a time, in ms since 1970.
 * @throws ApiError invalid_request when the log since then is too long to be read in one request
 */
async function deliveredEvents(tenant: Tenant, webhookId: string, sinceMs: number): Promise<Set<string>> {
  const delivered = new Set<string>()
  let after: Item | undefined
  do {
    if (after && Date.now() > tenant.deadlineMs - logReserveMs) {
      throw invalidField('from', 'is too far back for onlyFailed: there are too many deliveries since then')
    }
    const { items, last } = await query(tenant, {
      condition: 'pk = :webhook AND sk BETWEEN :since AND :end',
      values: {
        ':webhook': deliveryPartition(tenant, webhookId),
        ':since': `${deliveryPrefix}${firstIdAt(sinceMs)}`,
        ':end': `${deliveryPrefix}~`,
        ':delivered': 'delivered',
      },
      filter: 'outcome = :delivered',
      projection: 'event_id', // not what the receiver has answered
      after,
    })
    for (const { event_id } of items) delivered.add(String(event_id))
    after = last
  } while (after)
  return delivered
}

/** The result of a replay. */
export interface Replayed {
  queued: number
  has_more: boolean
  next_from: string | null
}

/** No further events are read when less time than this is left, in milliseconds. */
const reserveMs = 2_000

const dayMs = 24 * 60 * 60 * 1000

/** The times of the first and the last event of a replay, in ms since 1970. */
interface Range {
  fromMs: number
  toMs: number
}

/** As `cursorTimeMs`; NaN also if it is no cursor of the feed. */
function timeOfCursor(tenant: Tenant, cursor: string): number {
  try {
    return cursorTimeMs(tenant, cursor)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_request') return NaN
    throw error
  }
}

/** @throws ApiError cursor_expired when events since the cursor are no longer kept */
function fromOfCursor(
  tenant: Tenant,
  cursor: string,
  { oldestMs, nowMs }: Record<'oldestMs' | 'nowMs', number>,
) {
  const timeMs = timeOfCursor(tenant, cursor)
  if (Number.isNaN(timeMs)) throw invalidField('cursor', 'must be a next_cursor of GET /changes')
  if (timeMs < oldestMs) {
    throw new ApiError(
      'cursor_expired',
      `The cursor is older than ${maxEventDays} days, so events since then are no longer kept.`,
    )
  }
  return Math.min(timeMs, nowMs) // another function's clock may be ahead
}

/** @throws ApiError invalid_request; cursor_expired */
function rangeOf(tenant: Tenant, { from = '', to, cursor }: Replay): Range {
  const nowMs = Date.now()
  const oldestMs = nowMs - maxEventDays * dayMs
  const fromMs = cursor === undefined ? Date.parse(from) : fromOfCursor(tenant, cursor, { oldestMs, nowMs })
  if (fromMs < oldestMs) throw invalidField('from', `must be at most ${maxEventDays} days back`)
  if (fromMs > nowMs) throw invalidField('from', 'must not be in the future')
  // events may be a little ahead of this clock: a task's times rise with each of its writes
  const lastMs = nowMs + dayMs
  const toMs = Math.min(to === undefined ? lastMs : Date.parse(to), lastMs)
  if (toMs < fromMs)
    throw invalidField('to', `must not be before ${cursor === undefined ? 'from' : 'the cursor'}`)
  return { fromMs, toMs }
}

/** Reads a page of the account's events, oldest first. */
async function eventPage(tenant: Tenant, { fromMs, toMs }: Range, after: Item | undefined) {
  const { items, last } = await query(tenant, {
    condition: 'pk = :events AND sk BETWEEN :from AND :to',
    values: {
      ':events': eventPartition(tenant),
      ':from': eventSortKey(fromMs),
      ':to': eventSortKey(toMs, '~'),
    },
    after,
  })
  const events = items as unknown as EventItem[] // only events are in this partition
  return { events: events.filter((event) => !event.is_history_only && !hasExpired(event)), last }
}

const isWanted = (webhook: WebhookItem, { body, project_ids: projectIds }: EventItem): boolean =>
  wants(webhook, { ...(JSON.parse(body) as WebhookEvent), projectIds }) // the body is the event as JSON

/**
 * Reads a range of events in parts that can be written in any order: a part has at most one event of each task. So a
 * deliverer never sees an event of a task without the earlier ones.
 */
async function* partsOf(tenant: Tenant, range: Range): AsyncGenerator<[EventItem, ...EventItem[]]> {
  let after: Item | undefined
  do {
    const { events, last } = await eventPage(tenant, range, after)
    let part: EventItem[] = []
    for (const event of events) {
      const [first, ...others] = part
      const isRepeated = part.some((other) => subjectOf(other.id) === subjectOf(event.id))
      if (first && (isRepeated || part.length === itemsPerBatch)) {
        yield [first, ...others]
        part = []
      }
      part.push(event)
    }
    const [first, ...others] = part
    if (first) yield [first, ...others]
    after = last
  } while (after)
}

/** Queues the events of a range that a webhook wants, as far as number and time allow. */
async function queueRange(
  tenant: Tenant,
  webhook: WebhookItem,
  range: Range,
  isLeftOut: (eventId: string) => boolean,
): Promise<{ queued: number; nextMs: number | undefined }> {
  let queued = 0
  let lastMs: number | undefined
  for await (const part of partsOf(tenant, range)) {
    const nextMs = eventTimeMs(part[0].id)
    // the next call begins with a whole millisecond, of which it may queue some again: they have the same keys
    const isEnough = queued >= maxReplayedEvents && nextMs !== lastMs
    const isOutOfTime = lastMs !== undefined && Date.now() >= tenant.deadlineMs - reserveMs
    if (isEnough || isOutOfTime) return { queued, nextMs }
    const chosen = part.filter((event) => isWanted(webhook, event) && !isLeftOut(event.id))
    if (chosen.length > 0) {
      await putMany(
        tenant,
        chosen.map((event) => newPending(tenant, webhook.id, event)),
      )
    }
    queued += chosen.length
    lastMs = eventTimeMs(part.at(-1)?.id ?? '')
  }
  return { queued, nextMs: undefined }
}

/**
 * Queues events from before a time for a webhook that is not active, even if they are dispatched later: a replay may
 * have read the events before that.
 */
async function queueUntil(tenant: Tenant, webhookId: string, untilMs: number): Promise<void> {
  await changeWebhook(
    tenant,
    webhookId,
    { queued_until_ms: untilMs },
    {
      ConditionExpression:
        'attribute_exists(pk) AND (attribute_not_exists(queued_until_ms) OR queued_until_ms < :until)',
      ExpressionAttributeValues: { ':until': untilMs },
    },
  )
}

/**
 * Sends a range of events again, in their order; to a webhook that is not active, as soon as it is. They are due at the
 * time of the event, so a replay of an event that waits there changes only the number of its attempts. One that was refused
 * and waits for its next try may come twice.
 * @throws ApiError webhook_not_found; invalid_request; cursor_expired
 */
export async function replay(tenant: Tenant, webhookId: string, request: Replay): Promise<Replayed> {
  const range = rangeOf(tenant, request)
  const webhook = await getWebhookItem(tenant, webhookId)
  if (webhook.status !== 'active') await queueUntil(tenant, webhookId, Math.min(range.toMs, Date.now()))
  const delivered = request.onlyFailed ? await deliveredEvents(tenant, webhookId, range.fromMs) : undefined
  const { queued, nextMs } = await queueRange(
    tenant,
    webhook,
    range,
    (eventId) => delivered?.has(eventId) ?? false,
  )
  if (queued > 0) await wakeIfActive(tenant, webhook)
  return {
    queued,
    has_more: nextMs !== undefined,
    next_from: nextMs === undefined ? null : new Date(nextMs).toISOString(),
  }
}
