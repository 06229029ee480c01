import { accountPartition } from '../item.ts'
import { queryAll } from '../read-items.ts'
import type { Tenant } from '../tenant.ts'
import { asWebhook, webhookPrefix, type WebhookItem } from './item.ts'

const ofAccount = ({ accountId }: Tenant) => ({
  condition: 'pk = :account AND begins_with(sk, :webhook)',
  values: { ':account': accountPartition(accountId), ':webhook': webhookPrefix },
})

/** Reads all webhooks of an account, oldest first: their ids increase with time. */
export async function webhookItems(tenant: Tenant): Promise<WebhookItem[]> {
  const items = await queryAll(tenant, ofAccount(tenant))
  return items.flatMap((item) => asWebhook(item) ?? [])
}

const leaseAttributes = [
  'id',
  'status',
  'lease_id',
  'lease_until_ms',
  'list_pk',
  'list_sk',
  'next_attempt_at_ms',
] as const

/** What tells who delivers to a webhook now, and when it is due. */
export type LeaseOfWebhook = Pick<WebhookItem, (typeof leaseAttributes)[number]>

/** Reads the leases of all webhooks of an account: a fifth of what `webhookItems` has to transfer. */
export async function leasesOf(tenant: Tenant): Promise<LeaseOfWebhook[]> {
  const items = await queryAll(tenant, {
    ...ofAccount(tenant),
    projection: leaseAttributes.map((name) => `#${name}`).join(', '),
    names: Object.fromEntries(leaseAttributes.map((name) => [`#${name}`, name])),
  })
  return items.flatMap((item) => asWebhook(item) ?? [])
}
