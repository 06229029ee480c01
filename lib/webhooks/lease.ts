import { table } from '../table/table.ts'
import type { Tenant } from '../table/tenant.ts'
import type { DeliveryState } from './delivery-state.ts'
import { leasesInMemory } from './lease-in-memory.ts'
import { leasesInTable, type Lease, type Leases } from './lease-in-table.ts'
import { dueKeys } from './webhook-item.ts'
import { stateAttributes } from './webhook-state.ts'

/** On one machine, leases are kept in memory: lib/table/table.ts says why. */
const leases = (): Leases => (table().isEmbedded ? leasesInMemory : leasesInTable)

/**
 * Takes the lease of a webhook, if it is active, free and due.
 * @returns the lease; `held` if another has it; `idle` if there is nothing to do now, such as for a paused one, which
 * then is no longer due
 */
export const takeLease: Leases['take'] = (...webhook) => leases().take(...webhook)

/**
 * Leaves a mark for the holder of a lease: it must look again before it goes.
 * @returns whether there is still a holder
 */
export const markWoken: Leases['markWoken'] = (...webhook) => leases().markWoken(...webhook)

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
    ...dueKeys(tenant, lease.webhook.id, dueAtMs),
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
    ...dueKeys(tenant, lease.webhook.id, undefined),
    status: 'disabled',
    disabled_reason: reason,
    queued_until_ms: nowMs,
  }
  return (await leases().release(tenant, lease, attributes, true)) === 'released'
}

/**
 * Ends a lease that its holder has not given back, because it has failed, or a person has broken the lease. A lease in
 * the table lasts to its end, and the webhook is woken then.
 * @returns whether somebody must look at the webhook now
 */
export const dropLease: Leases['drop'] = (...lease) => leases().drop(...lease)
