import { setTimeout as pause } from 'node:timers/promises'
import type { Tenant } from '../tenant.ts'
import { leasesOf, type LeaseOfWebhook } from './items.ts'
import { isLeased, postpone, releaseLease, stateOf, type Lease } from './lease.ts'
import { wakeUp } from './wake-up.ts'

/** So many webhooks of an account are delivered to at once, so that its slow receivers leave others their share. */
const maxLeases = 5

/**
 * How long a webhook that found no room waits at most: `wakeNext` wakes it sooner, unless its caller is killed. The
 * wake-up comes a little later than it is due: clocks differ.
 */
const busy = { dueMs: 19_000, delaySeconds: 20 }

/** How often, and how far apart, the first of many that have taken leases look whether the others have gone. */
const looks = { most: 50, everyMs: 100 }

const leasedOf = (webhooks: readonly LeaseOfWebhook[], nowMs: number): LeaseOfWebhook[] =>
  webhooks.filter((webhook) => isLeased(webhook, nowMs))

/** Whether a webhook may take a lease; without a lease of its own, only if its account has fewer than five. */
export function hasRoom(webhooks: readonly LeaseOfWebhook[], own: LeaseOfWebhook, nowMs: number): boolean {
  const leased = leasedOf(webhooks, nowMs)
  return leased.length < maxLeases || leased.includes(own)
}

/**
 * Whether the account has at most five leases, with the new one. Many may have taken theirs at the same time: all but the
 * first five go at once, and those wait until they have gone. Whoever took the last of six leases sees six, so there are
 * never more than five that stay.
 */
async function mayStay(tenant: Tenant, { id }: Lease, nowMs: () => number): Promise<boolean> {
  for (let look = 0; look < looks.most; look++) {
    const leased = leasedOf(await leasesOf(tenant), nowMs())
    if (leased.length <= maxLeases) return true
    const first = leased.sort((a, b) => (a.lease_until_ms ?? 0) - (b.lease_until_ms ?? 0)).slice(0, maxLeases)
    if (!first.some(({ lease_id }) => lease_id === id)) return false
    await pause(looks.everyMs)
  }
  return false
}

const wakeAgain = (tenant: Tenant, webhookId: string): Promise<void> =>
  wakeUp(tenant, [{ account: tenant.accountId, webhook: webhookId, delaySeconds: busy.delaySeconds }])

/** Wakes a webhook that found no room again in a moment, unless another has seen to that. */
export async function wakeWhenRoom(tenant: Tenant, webhookId: string, nowMs: number): Promise<void> {
  if (await postpone(tenant, webhookId, nowMs, nowMs + busy.dueMs)) await wakeAgain(tenant, webhookId)
}

/**
 * Gives a new lease back if its account has too many.
 * @param count how many webhooks the account has
 * @returns the lease, if it may stay
 */
export async function withinShare(
  tenant: Tenant,
  lease: Lease,
  count: number,
  nowMs: () => number,
): Promise<Lease | undefined> {
  if (count <= maxLeases || (await mayStay(tenant, lease, nowMs))) return lease
  const { webhook } = lease
  const release = { state: stateOf(webhook), dueAtMs: nowMs() + busy.dueMs, evenIfWoken: true }
  if ((await releaseLease(tenant, lease, release)) === 'released') await wakeAgain(tenant, webhook.id)
  return undefined
}

/** Whether a webhook could be taken now, and is due within the time for which a webhook without room waits. */
const isWaiting = (webhook: LeaseOfWebhook, nowMs: number): boolean =>
  webhook.status === 'active' &&
  webhook.list_sk !== undefined &&
  webhook.list_sk < `${new Date(nowMs + busy.dueMs).toISOString()}~` &&
  !isLeased(webhook, nowMs) &&
  (webhook.next_attempt_at_ms ?? 0) <= nowMs

/**
 * Wakes as many of the account's waiting webhooks as there is room for: those that are due first. A holder calls it when
 * it has given its lease back. So 50 webhooks are served one after the other, without looking for room again and again.
 * @param count how many webhooks the account has
 */
export async function wakeNext(tenant: Tenant, count: number, nowMs: number): Promise<void> {
  if (count <= maxLeases) return
  const webhooks = await leasesOf(tenant)
  const room = Math.max(0, maxLeases - leasedOf(webhooks, nowMs).length)
  const next = webhooks
    .filter((webhook) => isWaiting(webhook, nowMs))
    .sort((a, b) => ((a.list_sk ?? '') < (b.list_sk ?? '') ? -1 : 1))
    .slice(0, room)
  await wakeUp(
    tenant,
    next.map(({ id }) => ({ account: tenant.accountId, webhook: id })),
  )
}
