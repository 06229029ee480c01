import { randomUUID } from 'node:crypto'
import type { Item } from '../table/item.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Condition } from '../table/transaction-write.ts'
import { noticeAfterMs } from './delivery-state.ts'
import { dueKeys, type WebhookItem } from './webhook-item.ts'
import { changeWebhook, forgetDue, noLease } from './webhook-state.ts'

/** How long a lease lasts: longer than an invocation may take, so that only a killed holder leaves one behind. */
export const leaseMs = 90_000

/** The right to deliver to a webhook. Nobody else delivers to it meanwhile, unless a person breaks the lease. */
export interface Lease {
  id: string
  /** The webhook as the holder last saw it. */
  webhook: WebhookItem
}

/** Where leases are kept. The functions of lease.ts say what each of these means. */
export interface Leases {
  take: (tenant: Tenant, webhookId: string, nowMs: number) => Promise<Lease | 'held' | 'idle'>
  markWoken: (tenant: Tenant, webhookId: string, nowMs: number) => Promise<boolean>
  keep: (tenant: Tenant, lease: Lease, attributes: Item) => Promise<Lease | undefined>
  release: (
    tenant: Tenant,
    lease: Lease,
    attributes: Item,
    evenIfWoken: boolean,
  ) => Promise<'released' | 'woken' | 'lost'>
  drop: (tenant: Tenant, lease: Lease) => boolean
}

/** Whether somebody delivers to a webhook now. */
const isLeased = (
  { lease_id, lease_until_ms = 0 }: Pick<WebhookItem, 'lease_id' | 'lease_until_ms'>,
  nowMs: number,
): boolean => lease_id !== undefined && lease_until_ms > nowMs

/** The condition that a webhook is active, free, and either its next attempt or its notice is due. */
const mayBeTaken = (nowMs: number): Condition => ({
  ConditionExpression:
    '#status = :active AND (attribute_not_exists(lease_id) OR lease_until_ms <= :now) AND ' +
    '(attribute_not_exists(next_attempt_at_ms) OR next_attempt_at_ms <= :now OR ' +
    '(failing_since <= :noticed AND attribute_not_exists(notice)))',
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: {
    ':active': 'active',
    ':now': nowMs,
    ':noticed': new Date(nowMs - noticeAfterMs).toISOString(),
  },
})

const isOwn = ({ id }: Lease): Condition => ({
  ConditionExpression: 'lease_id = :lease',
  ExpressionAttributeValues: { ':lease': id },
})

/** Leases in the items of webhooks. A webhook is due again at the end of its lease, so that another finds it if the holder is killed. */
export const leasesInTable: Leases = {
  async take(tenant, webhookId, nowMs) {
    const id = randomUUID()
    const untilMs = nowMs + leaseMs
    const { refused, webhook } = await changeWebhook(
      tenant,
      webhookId,
      { ...noLease, lease_id: id, lease_until_ms: untilMs, ...dueKeys(tenant, webhookId, untilMs) },
      mayBeTaken(nowMs),
    )
    if (!webhook) return 'idle'
    // it is also ours if an earlier try of this write took it, and only the answer was lost
    if (!refused || webhook.lease_id === id) return { id, webhook }
    if (webhook.status !== 'active' && webhook.list_pk !== undefined) await forgetDue(tenant, webhookId)
    return webhook.status === 'active' && isLeased(webhook, nowMs) ? 'held' : 'idle'
  },

  async markWoken(tenant, webhookId, nowMs) {
    const { refused } = await changeWebhook(
      tenant,
      webhookId,
      { woken_at_ms: nowMs },
      {
        ConditionExpression: 'attribute_exists(lease_id) AND lease_until_ms > :now',
        ExpressionAttributeValues: { ':now': nowMs },
      },
    )
    return !refused
  },

  async keep(tenant, lease, attributes) {
    const kept = { ...attributes, woken_at_ms: undefined }
    const { refused, webhook } = await changeWebhook(tenant, lease.webhook.id, kept, isOwn(lease))
    return refused || !webhook ? undefined : { ...lease, webhook }
  },

  async release(tenant, lease, attributes, evenIfWoken) {
    const own = isOwn(lease)
    const { refused, webhook } = await changeWebhook(
      tenant,
      lease.webhook.id,
      { ...attributes, ...noLease },
      evenIfWoken
        ? own
        : { ...own, ConditionExpression: `${own.ConditionExpression} AND attribute_not_exists(woken_at_ms)` },
    )
    if (!refused) return 'released'
    return webhook?.lease_id === lease.id ? 'woken' : 'lost'
  },

  drop: () => false,
}
