import { accountPartition } from '../item.ts'
import { queryAll, withPrefix } from '../read-items.ts'
import type { Tenant } from '../tenant.ts'
import { asWebhook, webhookPrefix, type WebhookItem } from './item.ts'

/** Reads all webhooks of an account, oldest first: their ids increase with time. */
export async function webhookItems(tenant: Tenant): Promise<WebhookItem[]> {
  const items = await queryAll(tenant, withPrefix(accountPartition(tenant.accountId), webhookPrefix))
  return items.flatMap((item) => asWebhook(item) ?? [])
}
