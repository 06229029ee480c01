import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Item } from '../table/item.ts'
import { get } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { noticeDueMs } from './delivery-state.ts'
import { leaseMs, type Lease, type Leases } from './lease-in-table.ts'
import { asWebhook, webhookKey, type WebhookItem } from './webhook-item.ts'
import { changeWebhook, forgetDue, noLease } from './webhook-state.ts'

/** A lease that stands. */
interface Held {
  id: string
  untilMs: number
  /** Whether a wake-up has come since its holder looked. */
  isWoken: boolean
}

const all = new Map<string, Held>()

const nameOf = (tenant: Tenant, webhookId: string) => `${tenant.accountId} ${webhookId}`

/** Returns a lease as it stands; undefined if it is lost. */
function heldBy(tenant: Tenant, { id, webhook }: Lease): Held | undefined {
  const held = all.get(nameOf(tenant, webhook.id))
  return held?.id === id ? held : undefined
}

const read = async (tenant: Tenant, webhookId: string): Promise<WebhookItem | undefined> =>
  asWebhook(await get(tenant, webhookKey(tenant, webhookId)))

/** Whether a webhook is active, and either its next attempt or its notice is due. */
function isDue(webhook: WebhookItem, nowMs: number): boolean {
  const { status, next_attempt_at_ms = 0 } = webhook
  return status === 'active' && (next_attempt_at_ms <= nowMs || (noticeDueMs(webhook) ?? Infinity) <= nowMs)
}

/** Whether a webhook has these attributes already, so that no write is needed. */
const has = (webhook: WebhookItem, attributes: Item): boolean => {
  const item = new Map<string, unknown>(Object.entries(webhook))
  return Object.entries(attributes).every(([name, value]) => isDeepStrictEqual(item.get(name), value))
}

/**
 * Changes the webhook of a lease. A person's change breaks the lease: then `updated_at` differs from the holder's.
 * @returns the webhook; undefined if the lease is lost
 */
async function change(
  tenant: Tenant,
  { webhook: { id, updated_at: seen } }: Lease,
  attributes: Item,
): Promise<WebhookItem | undefined> {
  const condition = {
    ConditionExpression: 'updated_at = :seen',
    ExpressionAttributeValues: { ':seen': seen },
  }
  const { refused, webhook } = await changeWebhook(tenant, id, attributes, condition)
  return refused ? undefined : webhook
}

/**
 * Leases in the memory of the only process that writes to the table. While nothing fails, taking one and giving it back
 * writes nothing, and each write waits for the disk. A process that is killed leaves no lease behind, and the next one wakes
 * all webhooks at its start. A holder that fails drops its lease, and its message comes again.
 */
export const leasesInMemory: Leases = {
  async take(tenant, webhookId, nowMs) {
    const name = nameOf(tenant, webhookId)
    const other = all.get(name)
    if (other && other.untilMs > nowMs) return 'held'
    const held: Held = { id: randomUUID(), untilMs: nowMs + leaseMs, isWoken: false }
    all.set(name, held)
    let isTaken = false
    try {
      for (;;) {
        const webhook = await read(tenant, webhookId)
        isTaken = webhook !== undefined && isDue(webhook, nowMs)
        if (webhook && isTaken) return { id: held.id, webhook }
        if (webhook && webhook.status !== 'active' && webhook.list_pk !== undefined)
          await forgetDue(tenant, webhookId)
        if (!held.isWoken) return 'idle'
        held.isWoken = false // something has changed while this read
      }
    } finally {
      if (!isTaken && all.get(name) === held) all.delete(name)
    }
  },

  markWoken(tenant, webhookId, nowMs) {
    const held = all.get(nameOf(tenant, webhookId))
    const isHeld = held !== undefined && held.untilMs > nowMs
    if (isHeld) held.isWoken = true
    return Promise.resolve(isHeld)
  },

  async keep(tenant, lease, attributes) {
    const held = heldBy(tenant, lease)
    if (!held) return undefined
    held.isWoken = false
    const webhook = has(lease.webhook, attributes)
      ? await read(tenant, lease.webhook.id)
      : await change(tenant, lease, attributes)
    return webhook?.updated_at === lease.webhook.updated_at ? { ...lease, webhook } : undefined
  },

  async release(tenant, lease, attributes, evenIfWoken) {
    const held = heldBy(tenant, lease)
    if (!held) return 'lost'
    const mustLookAgain = () => held.isWoken && !evenIfWoken
    const written = { ...attributes, ...noLease } // an earlier release may have left one in the item
    if (mustLookAgain()) return 'woken'
    if (!has(lease.webhook, written) && !(await change(tenant, lease, written))) return 'lost'
    if (mustLookAgain()) return 'woken'
    all.delete(nameOf(tenant, lease.webhook.id))
    return 'released'
  },

  drop: (tenant, lease) =>
    heldBy(tenant, lease) !== undefined && all.delete(nameOf(tenant, lease.webhook.id)),
}
