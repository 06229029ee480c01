import { notFound } from '../../api-error.ts'
import type { Item } from '../item.ts'
import type { Tenant } from '../tenant.ts'
import { put } from '../write-items.ts'
import { readDelivery } from './deliveries.ts'
import { pendingKey, type EventItem, type PendingItem } from './item.ts'
import { wakeUp } from './wake-up.ts'

/**
 * Returns the item of an event that waits for its delivery to a webhook, as if it was never tried.
 * @param dueAtMs from when on it is sent, in ms since 1970; the time of the event by default
 */
export function newPending(
  tenant: Tenant,
  webhookId: string,
  event: Pick<EventItem, 'id' | 'expires_at'>,
  dueAtMs?: number,
): Item {
  // without its event nothing could be sent, so it is not kept for longer
  const pending: PendingItem = { event_id: event.id, attempts: 0, expires_at: event.expires_at }
  return { ...pendingKey(tenant, webhookId, event.id, dueAtMs), ...pending }
}

/**
 * Sends the event of a delivery again, at once if the webhook is active.
 * @throws ApiError webhook_not_found; delivery_not_found, also when its event is no longer kept
 */
export async function redeliver(tenant: Tenant, webhookId: string, deliveryId: string): Promise<void> {
  const { webhook, event } = await readDelivery(tenant, webhookId, deliveryId)
  if (!event) throw notFound('delivery')
  await put(tenant, { Item: newPending(tenant, webhookId, event, Date.now()) })
  if (webhook.status === 'active') await wakeUp(tenant, [{ account: tenant.accountId, webhook: webhookId }])
}
