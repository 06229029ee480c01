import { notFound } from '../contract/api-error.ts'
import type { Tenant } from '../table/tenant.ts'
import { put } from '../table/write-items.ts'
import { readDelivery } from './deliveries.ts'
import { newPending } from './pending.ts'
import { wakeIfActive } from './wake-up.ts'

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
