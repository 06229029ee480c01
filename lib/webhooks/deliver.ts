import { inParallel } from '../table/in-parallel.ts'
import { maxDelaySeconds } from '../table/queue/message.ts'
import type { Storage } from '../table/storage.ts'
import type { Tenant } from '../table/tenant.ts'
import { removeMany } from '../table/write-items.ts'
import { postedTo } from './bound.ts'
import {
  afterAttempts,
  hasFailed,
  isOpen,
  isRefusing,
  noticeDueMs,
  stateOf,
  withDueNotice,
  type Consequences,
  type DeliveryState,
} from './delivery-state.ts'
import { inTurn } from './in-turn.ts'
import {
  disableByLease,
  dropLease,
  keepLease,
  releaseLease,
  takeOrMark,
  type Lease,
  type Release,
} from './lease.ts'
import {
  findDue,
  findProbe,
  makeAllDue,
  nothingDue,
  settleAll,
  waitingSinceMs,
  type DueEvent,
  type Page,
  type SentEvent,
  type Waiting,
} from './pending.ts'
import { messageOf } from './message.ts'
import { enter, leave } from './places.ts'
import { KeptConnections } from './sending/connections.ts'
import { policyOf } from './sending/network.ts'
import { post, type Delivery, type ReceiverAnswer } from './sending/post.ts'
import { deliveryHeaders } from './sending/sign.ts'
import { wakeUp, type WakeUp } from './wake-up.ts'
import { subjectOf } from '../tasks/task-item.ts'
import type { WebhookItem } from './webhook-item.ts'

/*
 * A delivery, from top to bottom: `deliver` takes a place and the webhook's lease; `deliverByLease` looks for what is due
 * (pending.ts), sends it in rounds, and gives the lease back; `sendRound` posts the events of a round (sending/) and settles
 * them. What the answers mean is decided in delivery-state.ts.
 */

/** The results of attempts, counted. */
export interface Tally {
  delivered: number
  failed: number
  exhausted: number
  disabled: number
}

/** The surroundings of a delivery besides storage. Tests set their own. */
export interface Surroundings {
  /** Posts a body to a receiver. */
  send: (
    delivery: Pick<Delivery, 'url' | 'headers' | 'body' | 'bodyHeaders' | 'connections'>,
  ) => Promise<ReceiverAnswer>
  /** The time in ms since 1970. */
  nowMs: () => number
  /** Returns a number from 0 to 1, for the jitter of waits. */
  random: () => number
}

export const realSurroundings: Surroundings = {
  send: (delivery) => post({ ...delivery, policy: policyOf() }),
  nowMs: Date.now,
  random: Math.random,
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
  let isGone = false
  try {
    const lease = await takeOrMark(tenant, wake.webhook, surroundings.nowMs)
    if (lease === 'gone') isGone = true
    else if (lease) await deliverAndDrop(tenant, lease, surroundings, tally)
  } finally {
    await leave(tenant, place, isGone)
  }
  return tally
}

/**
 * Delivers by a lease. If it was lost, the webhook is looked at again: what this session has written last may have come
 * after the next one has looked.
 */
async function deliverAndDrop(
  tenant: Tenant,
  lease: Lease,
  surroundings: Surroundings,
  tally: Tally,
): Promise<void> {
  let isLost: boolean
  try {
    isLost = await deliverByLease(tenant, lease, surroundings, tally)
  } finally {
    dropLease(tenant, lease) // after an error, its message comes again
  }
  if (isLost) await wakeUp(tenant, [{ account: tenant.accountId, webhook: lease.webhook.id }])
}

/** The time that must be left, in ms, to begin a round and to send an event: an attempt may take 15 s. */
const reserveMs = 20_000

/**
 * Delivers by a lease until nothing is due, the receiver has failed, the time is up, or the lease is lost.
 * @returns whether it was lost, and not given back
 */
async function deliverByLease(
  tenant: Tenant,
  taken: Lease,
  surroundings: Surroundings,
  tally: Tally,
): Promise<boolean> {
  const { id } = taken.webhook
  const untilMs = tenant.deadlineMs - reserveMs
  const mayGoOn = () => surroundings.nowMs() < untilMs
  let rest: Page | undefined
  let rounds = 0
  for (let lease: Lease | undefined = taken; lease;) {
    const nowMs = surroundings.nowMs()
    const state = withDueNotice(stateOf(lease.webhook), nowMs)
    const pausedMs = pausedUntilMs(state, nowMs, untilMs)
    if (pausedMs === undefined && lease.webhook.all_due && (await makeAllDue(tenant, id, mayGoOn))) {
      lease = await keepLease(tenant, lease, state, { all_due: undefined })
      continue
    }

    const found: Waiting =
      pausedMs === undefined
        ? await findWork(tenant, id, state, { nowMs, rest })
        : { ...nothingDue, nextMs: pausedMs }
    rest = undefined

    const { due, nextMs, isAll } = found
    const [first] = due
    let after: Consequences = { state, fates: [] }
    if (first) {
      const webhook = { ...lease.webhook, ...state }
      const hasTaken = tally.delivered > 0
      const send = () => sendRound(tenant, webhook, due, surroundings, { untilMs, hasTaken })
      // the invocation has had a turn, which its first round uses
      after = rounds++ === 0 ? await send() : await inTurn(waitingSinceMs(first, nowMs), send)
      for (const { outcome } of after.fates) tally[outcome]++
    }
    if (after.disabledReason !== undefined) {
      const disabling = { reason: after.disabledReason, nowMs: surroundings.nowMs() }
      if (!(await disableByLease(tenant, lease, after.state, disabling))) return true
      tally.disabled++
      return false
    }

    const isDelivered = after.fates.filter(({ outcome }) => outcome === 'delivered').length === due.length
    if (!first || (isAll && isDelivered)) {
      // nothing else is due, unless a wake-up says so; of a pause, it is woken at its end in any case
      const dueAtMs = earlier(nextMs, noticeDueMs(after.state))
      const release = { state: after.state, dueAtMs, evenIfWoken: pausedMs !== undefined }
      const givenBack = await giveBack(tenant, lease, release, nowMs)
      if (givenBack !== 'woken') return givenBack === 'lost'
    } else if (found.rest && isDelivered && isFine(stateOf(lease.webhook))) {
      rest = found.rest
      continue
    }
    lease = await keepLease(tenant, lease, after.state)
  }
  return true
}

/** Returns until when nothing may be sent, in ms since 1970: the receiver is failing, or this invocation's time is up. */
function pausedUntilMs(
  { next_attempt_at_ms = 0 }: DeliveryState,
  nowMs: number,
  untilMs: number,
): number | undefined {
  if (next_attempt_at_ms > nowMs) return next_attempt_at_ms
  return nowMs >= untilMs ? nowMs : undefined
}

const eventsPerRound = 25

/** The most events that are under way at once. Those of one subject, such as a task, go one after the other. */
const width = 10

/** The waiting entries that are read at once, for several rounds. */
const entriesPerPage = 100

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

/** Returns the earlier of two times; undefined stands for never. */
const earlier = (one = Infinity, other = Infinity): number | undefined => {
  const time = Math.min(one, other)
  return time === Infinity ? undefined : time
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

/** A wake-up that is due within this time does not count as sent, in ms: it may come early, because clocks differ. */
const earlyMs = 1000

/**
 * Whether a webhook needs a delayed wake-up for a time: not if the schedule is near enough to it, nor if an earlier one
 * is on its way. So each session leaves at most one behind, however often the webhook is served before it comes.
 */
const needsWakeUp = ({ wake_sent_ms = 0 }: WebhookItem, dueAtMs: number, nowMs: number): boolean =>
  dueAtMs - nowMs <= maxDelaySeconds * 1000 && !(wake_sent_ms > nowMs + earlyMs && wake_sent_ms <= dueAtMs)

/**
 * Sends due events: the events of a task in their order, and several tasks at once. When the receiver fails, nothing
 * more is sent in this round. They share connections, which are closed with the round. All are settled together at its
 * end, because batches take far fewer round trips; so a holder that is killed in the middle leaves up to a round of
 * events that are sent twice.
 * @param options `untilMs`: nothing is sent after this time, in ms since 1970. `hasTaken`: whether the receiver has
 * just taken other events
 */
async function sendRound(
  tenant: Tenant,
  webhook: WebhookItem,
  due: readonly DueEvent[],
  { send, nowMs, random }: Surroundings,
  { untilMs, hasTaken }: { untilMs: number; hasTaken: boolean },
): Promise<Consequences> {
  const state = stateOf(webhook)
  const sent: SentEvent[] = []
  const mayGoOn = () =>
    nowMs() < untilMs &&
    !hasFailed(
      state,
      sent.map(({ answer }) => answer),
      hasTaken,
    )
  // a receiver that has failed gets one event, to see whether it works again
  const visible = await dropUnseen(tenant, webhook, due)
  const tried = isOpen(state) ? visible.slice(0, 1) : visible
  const connections = tried.length > 1 ? new KeptConnections() : undefined
  const sendOne = async (one: DueEvent) => {
    const sentAtMs = nowMs()
    const { event } = one
    const message = messageOf(webhook.format, event.body, event.project_ids)
    const body = message?.body ?? event.body
    const answer = await send({
      url: webhook.url,
      headers: deliveryHeaders(webhook, { id: event.id, body }, sentAtMs),
      body,
      ...(message && { bodyHeaders: message.headers }),
      ...(connections && { connections }),
    })
    sent.push({ due: one, attempts: one.pending.attempts, answer, sentAtMs, body: message?.body })
  }
  const ofTasks = [...Map.groupBy(tried, ({ event }) => subjectOf(event.id)).values()]
  // when nothing more may be sent, running deliveries end first
  await inParallel(ofTasks, width, async (inOrder) => {
    for (const one of inOrder) if (mayGoOn()) await sendOne(one)
  }).finally(() => connections?.close())
  if (sent.length === 0) return { state, fates: [] }
  const consequences = afterAttempts(state, sent, { nowMs: nowMs(), random, hasTaken })
  const settled = sent.flatMap((one, index) => {
    const fate = consequences.fates[index]
    return fate ? [[one, fate] as const] : []
  })
  await settleAll(tenant, webhook.id, settled)
  return consequences
}

/** Returns events as they are posted to a webhook, and removes waiting entries that a bound webhook must not see. */
async function dropUnseen(
  tenant: Tenant,
  webhook: WebhookItem,
  due: readonly DueEvent[],
): Promise<DueEvent[]> {
  const all = due.map((one) => ({ one, event: postedTo(webhook, one.event) }))
  const unseen = all.filter(({ event }) => event === undefined).map(({ one }) => one.key)
  await removeMany(tenant, unseen)
  return all.flatMap(({ one, event }) => (event ? [{ ...one, event }] : []))
}
