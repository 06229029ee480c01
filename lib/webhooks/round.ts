import { afterAttempts, hasFailed, isOpen, type Consequences } from './delivery-state.ts'
import { KeptConnections } from './sending/connections.ts'
import { policyOf } from './sending/network.ts'
import { post, type ReceiverAnswer, type Delivery } from './sending/post.ts'
import { deliveryHeaders } from './delivery-headers.ts'
import type { Tenant } from '../table/tenant.ts'
import { removeMany } from '../table/write-items.ts'
import { postedTo } from './bound.ts'
import { subjectOf, type WebhookItem } from './webhook-item.ts'
import { stateOf } from './webhook-state.ts'
import { settleAll, type DueEvent, type SentEvent } from './pending.ts'

/** The events that are under way at once. */
const width = 10

/** Returns the entries in groups. The groups, and the entries of each, keep the order of the entries. */
const groupsOf = <T>(entries: readonly T[], keyOf: (entry: T) => string): T[][] => [
  ...Map.groupBy(entries, keyOf).values(),
]

/**
 * Sends the entries of each group one after the other, and up to ten groups at once. When nothing more may be sent,
 * running deliveries end first.
 * @throws the first error of `send`, after all running deliveries
 */
async function sendInOrder<T>(
  groups: readonly (readonly T[])[],
  send: (entry: T) => Promise<void>,
  mayGoOn: () => boolean,
): Promise<void> {
  const waiting = groups.values() // shared: each worker takes the next group
  const work = async () => {
    for (const group of waiting) {
      for (const entry of group) {
        if (!mayGoOn()) return
        await send(entry)
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: width }, work))
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** The surroundings of a delivery besides storage. Tests set their own. */
export interface Surroundings {
  /** Posts a body to a receiver. */
  send: (delivery: Pick<Delivery, 'url' | 'headers' | 'body' | 'connections'>) => Promise<ReceiverAnswer>
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

/**
 * Sends due events: the events of a task in their order, and several tasks at once. When the receiver fails, nothing
 * more is sent in this round. They share connections, which are closed with the round. All are settled together at its
 * end, because batches take far fewer round trips; so a holder that is killed in the middle leaves up to a round of
 * events that are sent twice.
 * @param options `untilMs`: nothing is sent after this time, in ms since 1970. `hasTaken`: whether the receiver has
 * just taken other events
 */
export async function sendRound(
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
    const headers = deliveryHeaders(webhook, one.event, sentAtMs)
    const answer = await send({
      url: webhook.url,
      headers,
      body: one.event.body,
      ...(connections && { connections }),
    })
    sent.push({ due: one, attempts: one.pending.attempts, answer, sentAtMs })
  }
  await sendInOrder(
    groupsOf(tried, ({ event }) => subjectOf(event.id)),
    sendOne,
    mayGoOn,
  ).finally(() => connections?.close())
  if (sent.length === 0) return { state, fates: [] }
  const consequences = afterAttempts(state, sent, { nowMs: nowMs(), random, hasTaken })
  const settled = sent.flatMap((one, index) => {
    const fate = consequences.fates[index]
    return fate ? [[one, fate] as const] : []
  })
  await settleAll(tenant, webhook.id, settled)
  return consequences
}
