import { accountPartition } from '../table/item.ts'
import { queryAll, withPrefix } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { asWebhook, webhookPrefix, type WebhookItem } from './webhook-item.ts'

/** Reads all webhooks of an account, oldest first: their ids increase with time. */
export async function webhookItems(tenant: Tenant): Promise<WebhookItem[]> {
  const items = await queryAll(tenant, withPrefix(accountPartition(tenant.accountId), webhookPrefix))
  return items.flatMap((item) => asWebhook(item) ?? [])
}
