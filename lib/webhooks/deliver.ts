import { isOpen, isRefusing, noticeDueMs, withDueNotice, type DeliveryState } from './delivery-state.ts'
import { maxDelaySeconds } from '../table/queue/message.ts'
import type { Storage } from '../table/storage.ts'
import type { Tenant } from '../table/tenant.ts'
import {
  makeAllDue,
  findDue,
  nothingDue,
  waitingSinceMs,
  type Page,
  type Waiting,
  findProbe,
} from './pending.ts'
import type { WebhookItem } from './webhook-item.ts'
import {
  disableByLease,
  dropLease,
  keepLease,
  markWoken,
  releaseLease,
  takeLease,
  type Release,
} from './lease.ts'
import { type Lease } from './lease-in-table.ts'
import { stateOf } from './webhook-state.ts'
import { realSurroundings, sendRound, type Surroundings } from './round.ts'
import { enter, leave } from './places.ts'
import { inTurn } from './in-turn.ts'
import { wakeUp, type WakeUp } from './wake-up.ts'

/** The results of attempts, counted. */
export interface Tally {
  delivered: number
  failed: number
  exhausted: number
  disabled: number
}

const eventsPerRound = 25

/** The waiting entries that are read at once, for several rounds. */
const entriesPerPage = 100

/** The time that must be left, in ms, to begin a round and to send an event: an attempt may take 15 s. */
const reserveMs = 20_000

/**
 * Takes the lease of a webhook, or leaves a mark for its holder.
 * @throws Error if it was taken and given back again and again in between
 */
async function takeOrMark(
  tenant: Tenant,
  webhookId: string,
  nowMs: () => number,
): Promise<Lease | undefined> {
  for (let tries = 0; tries < 5; tries++) {
    const taken = await takeLease(tenant, webhookId, nowMs())
    if (taken === 'idle') return undefined
    if (taken !== 'held') return taken
    if (await markWoken(tenant, webhookId, nowMs())) return undefined
  }
  throw new Error('A lease was taken and released again and again.')
}

/** Returns the earlier of two times; undefined stands for never. */
const earlier = (one = Infinity, other = Infinity): number | undefined => {
  const time = Math.min(one, other)
  return time === Infinity ? undefined : time
}

/** A wake-up that is due within this time does not count as sent, in ms: it may come early, because clocks differ. */
const earlyMs = 1000

/**
 * Whether a webhook needs a delayed wake-up for a time: not if the schedule is near enough to it, nor if an earlier one
 * is on its way. So each session leaves at most one behind, however often the webhook is served before it comes.
 */
const needsWakeUp = ({ wake_sent_ms = 0 }: WebhookItem, dueAtMs: number, nowMs: number): boolean =>
  dueAtMs - nowMs <= maxDelaySeconds * 1000 && !(wake_sent_ms > nowMs + earlyMs && wake_sent_ms <= dueAtMs)

/** Returns until when nothing may be sent, in ms since 1970: the receiver is failing, or this invocation's time is up. */
function pausedUntilMs(
  { next_attempt_at_ms = 0 }: DeliveryState,
  nowMs: number,
  untilMs: number,
): number | undefined {
  if (next_attempt_at_ms > nowMs) return next_attempt_at_ms
  return nowMs >= untilMs ? nowMs : undefined
}

/** Gives a lease back, and makes sure that the webhook is woken when something is due again. */
async function giveBack(
  tenant: Tenant,
  lease: Lease,
  release: Release,
  nowMs: number,
): Promise<'released' | 'woken' | 'lost'> {
  const { dueAtMs = Infinity } = release
  const { webhook } = lease
  const isNeeded = needsWakeUp(webhook, dueAtMs, nowMs)
  const released = await releaseLease(tenant, lease, { ...release, ...(isNeeded && { wakeAtMs: dueAtMs }) })
  if (released === 'released' && isNeeded) {
    const delaySeconds = Math.ceil(Math.max(dueAtMs - nowMs, 0) / 1000)
    await wakeUp(tenant, [{ account: tenant.accountId, webhook: webhook.id, delaySeconds }])
  }
  return released
}

/** Finds the due events of a webhook: some, or only one for a failing receiver. */
const findWork = (
  tenant: Tenant,
  webhookId: string,
  state: DeliveryState,
  { nowMs, rest }: { nowMs: number; rest: Page | undefined },
): Promise<Waiting> =>
  isOpen(state)
    ? findProbe(tenant, webhookId, { nowMs, isRefusing: isRefusing(state) })
    : findDue(tenant, webhookId, { nowMs, limit: eventsPerRound, pageSize: entriesPerPage, rest })

/** Whether nothing has failed: then there is nothing to save between two rounds. */
const isFine = (state: DeliveryState): boolean => Object.keys(state).length === 0

/** Delivers by a lease until nothing is due, the receiver has failed, the time is up, or the lease is lost. */
async function deliverByLease(
  tenant: Tenant,
  taken: Lease,
  surroundings: Surroundings,
  tally: Tally,
): Promise<void> {
  const { id } = taken.webhook
  const untilMs = tenant.deadlineMs - reserveMs
  let rest: Page | undefined
  let rounds = 0
  for (let lease: Lease | undefined = taken; lease;) {
    const nowMs = surroundings.nowMs()
    const state = withDueNotice(stateOf(lease.webhook), nowMs)
    const pausedMs = pausedUntilMs(state, nowMs, untilMs)
    const mayGoOn = () => surroundings.nowMs() < untilMs
    if (pausedMs === undefined && lease.webhook.all_due && (await makeAllDue(tenant, id, mayGoOn))) {
      lease = await keepLease(tenant, lease, state, { all_due: undefined })
      continue
    }
    const found: Waiting =
      pausedMs === undefined
        ? await findWork(tenant, id, state, { nowMs, rest })
        : { ...nothingDue, nextMs: pausedMs }
    const { due, nextMs, isAll } = found
    rest = undefined
    const [first] = due
    if (!first) {
      const dueAtMs = earlier(nextMs, noticeDueMs(state))
      const evenIfWoken = pausedMs !== undefined // it is woken at `dueAtMs` in any case
      if ((await giveBack(tenant, lease, { state, dueAtMs, evenIfWoken }, nowMs)) !== 'woken') return
      lease = await keepLease(tenant, lease, state)
      continue
    }
    const webhook = { ...lease.webhook, ...state }
    const hasTaken = tally.delivered > 0
    const send = () => sendRound(tenant, webhook, due, surroundings, { untilMs, hasTaken })
    // the invocation has had a turn, which its first round uses
    const round = rounds++ === 0 ? await send() : await inTurn(waitingSinceMs(first, nowMs), send)
    for (const { outcome } of round.fates) tally[outcome]++
    if (round.disabledReason !== undefined) {
      const { state: after, disabledReason: reason } = round
      const disabling = { reason, nowMs: surroundings.nowMs() }
      if (await disableByLease(tenant, lease, after, disabling)) tally.disabled++
      return
    }
    const delivered = round.fates.filter(({ outcome }) => outcome === 'delivered')
    if (isAll && delivered.length === due.length) {
      // nothing else is due, unless a wake-up says so
      const release = { state: round.state, dueAtMs: nextMs, evenIfWoken: false }
      if ((await giveBack(tenant, lease, release, nowMs)) !== 'woken') return
    } else if (found.rest && delivered.length === due.length && isFine(stateOf(lease.webhook))) {
      rest = found.rest
      continue
    }
    lease = await keepLease(tenant, lease, round.state)
  }
}

/** Delivers by a lease. If it was not given back, the webhook is looked at again. */
async function deliverAndDrop(
  tenant: Tenant,
  lease: Lease,
  surroundings: Surroundings,
  tally: Tally,
): Promise<void> {
  try {
    await deliverByLease(tenant, lease, surroundings, tally)
  } catch (error) {
    dropLease(tenant, lease) // its message comes again
    throw error
  }
  if (dropLease(tenant, lease))
    await wakeUp(tenant, [{ account: tenant.accountId, webhook: lease.webhook.id }])
}

/**
 * Delivers the due events of a webhook. The caller may be late, or one of several: only the holder of the webhook's
 * lease delivers, and a wake-up that comes meanwhile makes it look again.
 * @returns the results of the attempts; all 0 if there was nothing to do
 * @throws ApiError service_unavailable
 */
export async function deliver(
  storage: Storage,
  wake: WakeUp,
  surroundings: Surroundings = realSurroundings,
): Promise<Tally> {
  const tally: Tally = { delivered: 0, failed: 0, exhausted: 0, disabled: 0 }
  const tenant: Tenant = { ...storage, accountId: wake.account, projectIds: null }
  const place = await enter(tenant, wake, surroundings.nowMs)
  if (!place) return tally
  try {
    const lease = await takeOrMark(tenant, wake.webhook, surroundings.nowMs)
    if (lease) await deliverAndDrop(tenant, lease, surroundings, tally)
  } finally {
    await leave(tenant, place)
  }
  return tally
}
