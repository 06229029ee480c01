import type { Subscription, WatchedField, EventType } from './event.ts'
import { maxEventDays } from '../contract/limits.ts'
import type { WebhookFormat } from '../contract/webhook-formats.ts'
import type { NewWebhook, Webhook, WebhookChange } from './webhook.ts'
import type { DeliveryOutcome } from './delivery.ts'
import type { DeliveryState } from './delivery-state.ts'
import type { AttributeNames, Complete } from '../table/attributes.ts'
import { accountPartition, epochSeconds, type Item, type Key } from '../table/item.ts'
import type { Tenant } from '../table/tenant.ts'
import { queryAll, withPrefix } from '../table/read-items.ts'
import type { Condition } from '../table/transaction-write.ts'
import { updateIf } from '../table/update-expression.ts'
import { update } from '../table/write-items.ts'

/** A secret of a webhook. It signs each delivery, so it is stored as it is. */
export interface WebhookSecret {
  secret: string
  /** When a replaced secret stops signing, in ms since 1970. Absent for the current secret. */
  expires_at_ms?: number
}

/** The attributes of a webhook in the table, without the item's key. */
export interface WebhookItem extends DeliveryState {
  id: string
  url: string
  event_types: Subscription[]
  project_ids?: string[]
  /** A token that is bound to projects made or changed it: bound.ts. */
  bound?: true
  changed_fields?: WatchedField[]
  exclude_origin_ids?: string[]
  exclude_token_ids?: string[]
  headers?: { name: string; value: string }[]
  description?: string
  /** Absent where an earlier release made it: `standard`. */
  format?: WebhookFormat
  status: Webhook['status']
  disabled_reason?: string
  /**
   * Events up to this time, in ms since 1970, are queued for it although it is not active. It is the time when it
   * became inactive, or of the last replay. Later events are left to a replay.
   */
  queued_until_ms?: number
  /** All waiting events are due now, even those that would be tried again later: a person has restarted it. */
  all_due?: true
  /** The current secret first. */
  secrets: WebhookSecret[]
  created_at: string
  updated_at: string
  /** Who delivers now, and until when at the latest, in ms since 1970: lease.ts. */
  lease_id?: string
  lease_until_ms?: number
  /** A wake-up came while the lease was held, so its holder must look again. */
  woken_at_ms?: number
  /**
   * The time for which the last delayed wake-up was sent, in ms since 1970: until then no other is needed for a later
   * time.
   */
  wake_sent_ms?: number | undefined
  /** In the list index while it must be woken at some time: by the end of a lease, or for the next attempt. */
  list_pk?: string
  list_sk?: string
}

/** The attribute that keeps each field of a webhook's bodies. */
export const webhookAttributes = {
  url: 'url',
  eventTypes: 'event_types',
  projectIds: 'project_ids',
  changedFields: 'changed_fields',
  excludeOriginIds: 'exclude_origin_ids',
  excludeTokenIds: 'exclude_token_ids',
  headers: 'headers',
  description: 'description',
  format: 'format',
  status: 'status',
} as const satisfies AttributeNames<NewWebhook & WebhookChange, WebhookItem>

export const webhookPrefix = 'WEBHOOK#'

export const webhookKey = ({ accountId }: Pick<Tenant, 'accountId'>, webhookId: string): Key => ({
  pk: accountPartition(accountId),
  sk: `${webhookPrefix}${webhookId}`,
})

/** Returns the webhook of an item that was read by `webhookKey`. Only this folder writes such items. */
export const asWebhook = (item: Item | undefined): WebhookItem | undefined =>
  item as unknown as WebhookItem | undefined

/** Changes a webhook on a condition; returns the webhook, and whether it was changed. */
export async function changeWebhook(
  tenant: Tenant,
  webhookId: string,
  attributes: Item,
  condition: Condition,
): Promise<{ refused: boolean; webhook: WebhookItem | undefined }> {
  const result = await update(tenant, {
    Key: webhookKey(tenant, webhookId),
    ...updateIf(attributes, condition),
  })
  return { refused: result.refused, webhook: asWebhook(result.refused ? result.found : result.item) }
}

/** When events and their entries expire, in seconds since 1970. */
export const eventExpiry = (nowMs: number): number => epochSeconds(nowMs + maxEventDays * 24 * 60 * 60 * 1000)

/** An event in the table, without the item's key. `body` is the text that is signed and posted. */
export interface EventItem {
  id: string
  type: EventType
  body: string
  expires_at: number
  /** The body for webhooks that see only the project that the task has left. */
  departure?: string
  /** The projects that a notice is about. */
  project_ids?: readonly string[]
  /** Until when it is an entry of the history of tasks, in seconds since 1970. Absent: it is none. */
  history_until?: number
  /** The form that made the write. */
  form_id?: string
  /** The account had no webhook then, so no replay sends it. */
  is_history_only?: true
}

/** The time in an event's id, in ms since 1970: `evt_<id without dashes>_<ms>`. */
export const eventTimeMs = (eventId: string): number => Number(eventId.slice(eventId.lastIndexOf('_') + 1))

export const eventPartition = ({ accountId }: Pick<Tenant, 'accountId'>): string =>
  `${accountPartition(accountId)}#EVENTS`

/** The sort key of an event; a time alone is the start of its range. */
export const eventSortKey = (timeMs: number, eventId = ''): string =>
  `${new Date(timeMs).toISOString()}#${eventId}`

export const eventKey = (tenant: Pick<Tenant, 'accountId'>, eventId: string): Key => ({
  pk: eventPartition(tenant),
  sk: eventSortKey(eventTimeMs(eventId), eventId),
})

/** An event that waits for its delivery to one webhook. */
export interface PendingItem {
  event_id: string
  /** How often it was tried. */
  attempts: number
  expires_at: number
}

/** The partition of a webhook's waiting entries, and of its log. */
export const deliveryPartition = ({ accountId }: Pick<Tenant, 'accountId'>, webhookId: string): string =>
  `${accountPartition(accountId)}#WEBHOOK#${webhookId}`

export const pendingPrefix = 'PENDING#'

/** The entries that wait in the order of the events. It sorts before the times at which others are due. */
export const inOrderPrefix = `${pendingPrefix}!`

/**
 * The key of a waiting event. Events that are sent as soon as possible come first, sorted by the time of the event.
 * They are due whatever the clock says, because it may have been set back. A repeat of the same change writes the same
 * key. After them come events that are tried again at a time of their own. So one query finds all due events, and few
 * others. One that comes back into its place has a longer key there: `keyInPlace` in pending.ts.
 * @param dueAtMs the time from which it is sent, in ms since 1970; undefined for as soon as possible, in its order
 */
export const pendingKey = (
  tenant: Pick<Tenant, 'accountId'>,
  webhookId: string,
  eventId: string,
  dueAtMs?: number,
): Key => ({
  pk: deliveryPartition(tenant, webhookId),
  sk:
    dueAtMs === undefined
      ? `${inOrderPrefix}${eventSortKey(eventTimeMs(eventId), eventId)}`
      : `${pendingPrefix}${eventSortKey(dueAtMs, eventId)}`,
})

/** One attempt in the log, without the item's key. */
export interface DeliveryItem {
  /** A UUIDv7: the log is sorted by it. */
  id: string
  event_id: string
  event_type: EventType
  attempt: number
  outcome: DeliveryOutcome
  status?: number
  duration_ms: number
  error?: string
  /** The body that was sent, if it is not the event. It is not made again: the webhook may have another format by then. */
  body?: string
  /** The first 1 KiB of the answer. */
  response?: string
  attempted_at: string
  expires_at: number
}

export const deliveryPrefix = 'DELIVERY#'

export const deliveryKey = (
  tenant: Pick<Tenant, 'accountId'>,
  webhookId: string,
  deliveryId: string,
): Key => ({ pk: deliveryPartition(tenant, webhookId), sk: `${deliveryPrefix}${deliveryId}` })

const asTime = (timeMs: number | undefined): string | null =>
  timeMs === undefined ? null : new Date(timeMs).toISOString()

/** Returns a webhook as answers show it. */
export const toWebhook = (item: WebhookItem): Complete<Webhook> => ({
  id: item.id,
  url: item.url,
  event_types: item.event_types,
  project_ids: item.project_ids ?? null,
  bound: item.bound ?? false,
  changed_fields: item.changed_fields ?? null,
  exclude_origin_ids: item.exclude_origin_ids ?? null,
  exclude_token_ids: item.exclude_token_ids ?? null,
  header_names: item.headers?.map(({ name }) => name) ?? null,
  description: item.description ?? null,
  format: item.format ?? 'standard',
  status: item.status,
  disabled_reason: item.disabled_reason ?? null,
  failing_since: item.failing_since ?? null,
  consecutive_failures: item.consecutive_failures ?? 0,
  next_attempt_at: asTime(item.next_attempt_at_ms),
  created_at: item.created_at,
  updated_at: item.updated_at,
})

/** Reads all webhooks of an account, oldest first: their ids increase with time. */
export async function webhookItems(tenant: Tenant): Promise<WebhookItem[]> {
  const items = await queryAll(tenant, withPrefix(accountPartition(tenant.accountId), webhookPrefix))
  return items.flatMap((item) => asWebhook(item) ?? [])
}
