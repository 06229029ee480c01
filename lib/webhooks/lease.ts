import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Item } from '../table/item.ts'
import { get } from '../table/read-items.ts'
import { table } from '../table/table.ts'
import type { Tenant } from '../table/tenant.ts'
import { timerKeys } from '../table/timers.ts'
import type { Condition } from '../table/transaction-write.ts'
import { noticeAfterMs, noticeDueMs, stateAttributes, type DeliveryState } from './delivery-state.ts'
import { asWebhook, changeWebhook, webhookKey, type WebhookItem } from './webhook-item.ts'

/** How long a lease lasts: longer than an invocation may take, so that only a killed holder leaves one behind. */
export const leaseMs = 90_000

/** The right to deliver to a webhook. Nobody else delivers to it meanwhile, unless a person breaks the lease. */
export interface Lease {
  id: string
  /** The webhook as the holder last saw it. */
  webhook: WebhookItem
}

/** Where leases are kept. The functions at the end of this file say what each of these means. */
interface Leases {
  take: (tenant: Tenant, webhookId: string, nowMs: number) => Promise<Lease | 'held' | 'idle' | 'gone'>
  markWoken: (tenant: Tenant, webhookId: string, nowMs: number) => Promise<boolean>
  keep: (tenant: Tenant, lease: Lease, attributes: Item) => Promise<Lease | undefined>
  release: (
    tenant: Tenant,
    lease: Lease,
    attributes: Item,
    evenIfWoken: boolean,
  ) => Promise<'released' | 'woken' | 'lost'>
  drop: (tenant: Tenant, lease: Lease) => void
}

const noLease = { lease_id: undefined, lease_until_ms: undefined, woken_at_ms: undefined }

/** Takes a webhook that gets no deliveries out of the index of those that must be woken. */
export async function forgetDue(tenant: Tenant, webhookId: string): Promise<void> {
  await changeWebhook(tenant, webhookId, timerKeys(tenant, webhookId, undefined), {
    ConditionExpression: 'attribute_exists(pk) AND #status <> :active',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':active': 'active' },
  })
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
const leasesInTable: Leases = {
  async take(tenant, webhookId, nowMs) {
    const id = randomUUID()
    const untilMs = nowMs + leaseMs
    const { refused, webhook } = await changeWebhook(
      tenant,
      webhookId,
      { ...noLease, lease_id: id, lease_until_ms: untilMs, ...timerKeys(tenant, webhookId, untilMs) },
      mayBeTaken(nowMs),
    )
    if (!webhook) return 'gone'
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

  drop: () => undefined,
}

/** A lease that stands in memory. */
interface Held {
  id: string
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
 * all webhooks at its start. A holder that fails drops its lease, and its message comes again. A lease has no end by the
 * clock: after its machine has slept, a holder may still write when something is due, and whoever had taken over would not
 * see that.
 */
const leasesInMemory: Leases = {
  async take(tenant, webhookId, nowMs) {
    const name = nameOf(tenant, webhookId)
    if (all.has(name)) return 'held'
    const held: Held = { id: randomUUID(), isWoken: false }
    all.set(name, held)
    let isTaken = false
    try {
      for (;;) {
        const webhook = await read(tenant, webhookId)
        isTaken = webhook !== undefined && isDue(webhook, nowMs)
        if (webhook && isTaken) return { id: held.id, webhook }
        if (webhook && webhook.status !== 'active' && webhook.list_pk !== undefined)
          await forgetDue(tenant, webhookId)
        if (!held.isWoken) return webhook ? 'idle' : 'gone'
        held.isWoken = false // something has changed while this read
      }
    } finally {
      if (!isTaken) all.delete(name)
    }
  },

  markWoken(tenant, webhookId) {
    const held = all.get(nameOf(tenant, webhookId))
    if (held) held.isWoken = true
    return Promise.resolve(held !== undefined)
  },

  async keep(tenant, lease, attributes) {
    const held = heldBy(tenant, lease)
    if (!held) return undefined
    held.isWoken = false
    const webhook = has(lease.webhook, attributes)
      ? await read(tenant, lease.webhook.id)
      : await change(tenant, lease, attributes)
    if (webhook?.updated_at !== lease.webhook.updated_at) return undefined
    // a release that was woken after its write has sent no wake-up
    return { ...lease, webhook: { ...webhook, wake_sent_ms: lease.webhook.wake_sent_ms } }
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

  drop(tenant, lease) {
    if (heldBy(tenant, lease)) all.delete(nameOf(tenant, lease.webhook.id))
  },
}

/** On one machine, leases are kept in memory: lib/table/table.ts says why. */
const leases = (): Leases => (table().isEmbedded ? leasesInMemory : leasesInTable)

/**
 * Takes the lease of a webhook, if it is active, free and due.
 * @returns the lease; `held` if another has it; `idle` if there is nothing to do now, such as for a paused one, which
 * then is no longer due; `gone` if it does not exist
 */
export const takeLease: Leases['take'] = (...webhook) => leases().take(...webhook)

/**
 * Leaves a mark for the holder of a lease: it must look again before it goes.
 * @returns whether there is still a holder
 */
export const markWoken: Leases['markWoken'] = (...webhook) => leases().markWoken(...webhook)

/**
 * Takes the lease of a webhook, or leaves a mark for its holder.
 * @returns undefined if another looks, or there is nothing to do; `gone` if the webhook does not exist
 * @throws Error if it was taken and given back again and again in between
 */
export async function takeOrMark(
  tenant: Tenant,
  webhookId: string,
  nowMs: () => number,
): Promise<Lease | 'gone' | undefined> {
  for (let tries = 0; tries < 5; tries++) {
    const taken = await takeLease(tenant, webhookId, nowMs())
    if (taken === 'idle') return undefined
    if (taken !== 'held') return taken
    if (await markWoken(tenant, webhookId, nowMs())) return undefined
  }
  throw new Error('A lease was taken and released again and again.')
}

/**
 * Saves the state between two rounds, and removes the mark of a wake-up, because the next round looks again.
 * @param others further attributes to set or to remove
 * @returns the lease with the webhook as it is now; undefined if it is lost, so that its holder must stop
 */
export const keepLease = (
  tenant: Tenant,
  lease: Lease,
  state: DeliveryState,
  others: Partial<Record<'all_due', undefined>> = {},
): Promise<Lease | undefined> => leases().keep(tenant, lease, { ...stateAttributes(state), ...others })

/** The state in which a release leaves the webhook. */
export interface Release {
  state: DeliveryState
  /** When the webhook must be woken, in ms since 1970; undefined if only by new events. */
  dueAtMs: number | undefined
  /** Whether a mark may be ignored, because the webhook will be woken at `dueAtMs` in any case. */
  evenIfWoken: boolean
  /** For when a delayed wake-up is sent after the release, in ms since 1970; undefined if none is. */
  wakeAtMs?: number | undefined
}

/**
 * Gives the lease back.
 * @returns `woken` if a wake-up came meanwhile, so that the holder must look again; `lost` if it was no longer the
 * holder
 */
export const releaseLease = (
  tenant: Tenant,
  lease: Lease,
  { state, dueAtMs, evenIfWoken, wakeAtMs }: Release,
): Promise<'released' | 'woken' | 'lost'> => {
  const attributes = {
    ...stateAttributes(state),
    ...timerKeys(tenant, lease.webhook.id, dueAtMs),
    ...(wakeAtMs !== undefined && { wake_sent_ms: wakeAtMs }),
  }
  return leases().release(tenant, lease, attributes, evenIfWoken)
}

/**
 * Disables a webhook and gives the lease back.
 * @param reason for people
 * @param nowMs the time in ms since 1970: events before it are queued
 * @returns whether it was still the holder
 */
export async function disableByLease(
  tenant: Tenant,
  lease: Lease,
  state: DeliveryState,
  { reason, nowMs }: { reason: string; nowMs: number },
): Promise<boolean> {
  const attributes = {
    ...stateAttributes(state),
    ...timerKeys(tenant, lease.webhook.id, undefined),
    status: 'disabled',
    disabled_reason: reason,
    queued_until_ms: nowMs,
  }
  return (await leases().release(tenant, lease, attributes, true)) === 'released'
}

/**
 * Ends a lease, if its holder has not given it back: it has failed, or a person has broken the lease. After a failure, a
 * lease in the table lasts to its end, and the webhook is woken then.
 */
export const dropLease: Leases['drop'] = (...lease) => {
  leases().drop(...lease)
}
