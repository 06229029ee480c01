import { notFound } from '../contract/api-error.ts'
import type { Delivery, DeliveryOutcome, WholeDelivery } from './delivery.ts'
import type { Complete } from '../table/attributes.ts'
import { decodeCursor, encodeCursor, resumePointShapes } from '../table/cursor.ts'
import { hasExpired, type Item } from '../table/item.ts'
import { newestPage } from '../table/newest.ts'
import { get, getMany } from '../table/read-items.ts'
import { areWithin, type Tenant } from '../table/tenant.ts'
import {
  asWebhook,
  deliveryKey,
  deliveryPartition,
  deliveryPrefix,
  eventKey,
  webhookKey,
  type DeliveryItem,
  type EventItem,
  type WebhookItem,
} from './webhook-item.ts'
import { postedTo } from './bound.ts'
import { getWebhookItem } from './webhooks.ts'
import { put } from '../table/write-items.ts'
import { newPending } from './pending.ts'
import { wakeIfActive } from './wake-up.ts'

/** Returns the attempt of an item that was read by `deliveryKey`. Only deliveries are written under such keys. */
const asDelivery = (item: Item): DeliveryItem => item as unknown as DeliveryItem

/** Returns a delivery as lists show it. */
const toDelivery = (item: DeliveryItem): Complete<Delivery> => ({
  id: item.id,
  event_id: item.event_id,
  event_type: item.event_type,
  attempt: item.attempt,
  outcome: item.outcome,
  status: item.status ?? null,
  duration_ms: item.duration_ms,
  error: item.error ?? null,
  attempted_at: item.attempted_at,
})

/**
 * Lists a webhook's deliveries, newest first, one page at a time.
 * @throws ApiError webhook_not_found; invalid_request if the cursor does not belong to this list
 */
export async function listDeliveries(
  tenant: Tenant,
  webhookId: string,
  query: { limit: number; cursor?: string | undefined; outcome?: DeliveryOutcome | undefined },
): Promise<{ deliveries: Delivery[]; next_cursor: string | null }> {
  const { limit, cursor, outcome } = query
  await getWebhookItem(tenant, webhookId)
  const partition = deliveryPartition(tenant, webhookId)
  const scope = ['deliveries', partition, outcome ?? '']
  const before = cursor === undefined ? '~' : decodeCursor(scope, cursor, resumePointShapes.deliveries)
  const { items, next } = await newestPage(tenant, {
    ...{ partition, prefix: deliveryPrefix, before, limit, outcome },
    as: asDelivery,
  })
  return {
    deliveries: items.map(toDelivery),
    next_cursor: next === undefined ? null : encodeCursor(scope, next),
  }
}

/** A delivery with its webhook, and with its event while that is kept. */
interface DeliveryOfWebhook {
  webhook: WebhookItem
  delivery: DeliveryItem
  event: EventItem | undefined
}

/** @throws ApiError webhook_not_found, delivery_not_found */
export async function readDelivery(
  tenant: Tenant,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryOfWebhook> {
  const ofWebhook = webhookKey(tenant, webhookId)
  const items = await getMany(tenant, [ofWebhook, deliveryKey(tenant, webhookId, deliveryId)])
  const webhook = asWebhook(items.find(({ sk }) => sk === ofWebhook.sk))
  if (!webhook || !areWithin(tenant, webhook)) throw notFound('webhook')
  const delivery = items.filter(({ sk }) => sk !== ofWebhook.sk).map(asDelivery)[0]
  if (!delivery || hasExpired(delivery)) throw notFound('delivery')
  // only events are written under such keys
  const event = (await get(tenant, eventKey(tenant, delivery.event_id))) as unknown as EventItem | undefined
  return { webhook, delivery, event: event && !hasExpired(event) ? postedTo(webhook, event) : undefined }
}

/**
 * Reads a delivery with the body that was sent and what the receiver answered.
 * @throws ApiError webhook_not_found, delivery_not_found
 */
export async function getDelivery(
  tenant: Tenant,
  webhookId: string,
  deliveryId: string,
): Promise<WholeDelivery> {
  const { delivery, event } = await readDelivery(tenant, webhookId, deliveryId)
  const body = event && (delivery.body ?? event.body)
  return { ...toDelivery(delivery), body: body ?? null, response: delivery.response ?? null }
}

/**
 * Sends the event of a delivery again, at once if the webhook is active.
 * @throws ApiError webhook_not_found; delivery_not_found, also when its event is no longer kept
 */
export async function redeliver(tenant: Tenant, webhookId: string, deliveryId: string): Promise<void> {
  const { webhook, event } = await readDelivery(tenant, webhookId, deliveryId)
  if (!event) throw notFound('delivery')
  await put(tenant, { Item: newPending(tenant, webhookId, event, Date.now()) })
  await wakeIfActive(tenant, webhook)
}
