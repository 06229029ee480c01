import { subjectOf } from '../tasks/task-item.ts'
import QuickLRU from 'quick-lru'
import { v7 as timeOrderedUuid } from 'uuid'
import type { Attempt, Fate } from './delivery-state.ts'
import type { ReceiverAnswer } from './sending/post.ts'
import { epochSeconds, type Item, type Key } from '../table/item.ts'
import { getMany, query, withPrefix } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { putThenRemove, removeMany, itemsPerBatch, putMany } from '../table/write-items.ts'
import {
  deliveryKey,
  deliveryPartition,
  eventExpiry,
  eventKey,
  eventTimeMs,
  inOrderPrefix,
  pendingKey,
  pendingPrefix,
  type DeliveryItem,
  type EventItem,
  type PendingItem,
} from './webhook-item.ts'

/** An event that is due for delivery. */
export interface DueEvent {
  key: Key
  pending: PendingItem
  event: EventItem
}

/** The events that wait for a webhook. */
export interface Waiting {
  /** At most the requested number; those that have been due for the longest time come first. */
  due: DueEvent[]
  /** When the next event after them is due, in ms since 1970; undefined if none was found. */
  nextMs: number | undefined
  /** Whether nothing else is due. */
  isAll: boolean
  /** Further entries that were read and are due after them, without their events. */
  rest?: Page
}

export const nothingDue: Waiting = { due: [], nextMs: undefined, isAll: true }

/** A part of what waits, as it was read. */
export interface Page {
  stored: readonly Stored[]
  /** The item after which to read on; undefined at the end. */
  last: Item | undefined
}

/** A waiting entry as it is stored. Only this folder writes items under the keys of `pendingKey` and `keyInPlace`. */
export type Stored = PendingItem & Key

const isInOrder = ({ sk }: Key): boolean => sk.startsWith(inOrderPrefix)

/** The time in the key of an entry that is tried again at a time of its own. */
const ownTime = ({ sk }: Key): string => sk.slice(pendingPrefix.length).split('#', 1)[0] ?? ''

/** When a waiting entry became due, in ms since 1970: 0 for one that is sent as soon as possible. */
const dueMsOf = (key: Key): number => (isInOrder(key) ? 0 : Date.parse(ownTime(key)))

/** Since when an event waits to be sent, in ms since 1970; not in the future. */
export const waitingSinceMs = ({ key, event }: DueEvent, nowMs: number): number =>
  Math.min(dueMsOf(key) || eventTimeMs(event.id), nowMs)

/**
 * After this time, no dispatch can still write the event of an entry that it has queued, in ms: the table's stream keeps
 * a change for 24 hours.
 */
const dispatchMs = 25 * 60 * 60 * 1000

/** How long to wait for an event that its dispatch is storing, in ms: longer than one run of a dispatch takes. */
const storingMs = 2 * 60 * 1000

/** Whether an entry can be removed. It may be younger than its event: a rule may run late. */
function isDead({ event_id, expires_at }: Stored, event: EventItem | undefined, nowMs: number): boolean {
  const endedMs = nowMs - dispatchMs
  const canCome = eventTimeMs(event_id) >= endedMs || expires_at >= eventExpiry(endedMs)
  return expires_at <= epochSeconds(nowMs) || (!event && !canCome)
}

/**
 * Events that were read within the last minute: one event may go to 50 webhooks, and it never changes. At most 16 MiB: it
 * holds up to twice its size, and a character takes up to two bytes.
 */
const lately = new QuickLRU<string, EventItem>({ maxSize: 500, maxAge: 60_000 })
const longestRemembered = 8 * 1024
const nameOf = (accountId: string, eventId: string) => `${accountId} ${eventId}`

/** Remembers an event that is stored, for the deliveries of this process. */
export function rememberEvent(accountId: string, event: EventItem): void {
  if (event.body.length <= longestRemembered) lately.set(nameOf(accountId, event.id), event)
}

/** Returns the events of waiting entries that exist and have not expired, by their ids. */
export async function eventsOf(
  tenant: Tenant,
  waiting: readonly Stored[],
  nowMs: number,
): Promise<Map<string, EventItem>> {
  const ids = [...new Set(waiting.map(({ event_id }) => event_id))]
  const known = ids.flatMap((id) => lately.get(nameOf(tenant.accountId, id)) ?? [])
  const knownIds = known.map(({ id }) => id)
  const unknown = ids.filter((id) => !knownIds.includes(id)).map((id) => eventKey(tenant, id))
  const items = unknown.length === 0 ? [] : await getMany(tenant, unknown)
  const read = items as unknown as EventItem[] // only dispatches write items under these keys
  for (const event of read) rememberEvent(tenant.accountId, event)
  const events = [...known, ...read].filter(({ expires_at }) => expires_at > epochSeconds(nowMs))
  return new Map(events.map((event) => [event.id, event]))
}

/** The options of a look. */
interface Look {
  /** The time in ms since 1970. */
  nowMs: number
  /** How many events are returned at most. */
  limit: number
  /** How many entries are read at once: entries are short, but events may be long. As many as `limit` by default. */
  pageSize?: number
  /** The rest of an earlier look, which is not read again. */
  rest?: Page | undefined
}

/**
 * Finds due events. A waiting entry without its event is left alone: its dispatch has not finished yet, and will send a
 * wake-up. The entry is removed when no dispatch can finish any more. Events are stored while this reads them part by
 * part, so it may find a later event of a task before the earlier one is stored. Then the later event waits, too, for
 * two minutes at most: if the dispatch has failed for good, the earlier event does not delay it for longer.
 */
export async function findDue(
  tenant: Tenant,
  webhookId: string,
  { nowMs, limit, pageSize = limit, rest }: Look,
): Promise<Waiting> {
  const read = async (after?: Item): Promise<Page> => {
    const range = withPrefix(deliveryPartition(tenant, webhookId), pendingPrefix)
    const { items, last } = await query(tenant, { ...range, limit: pageSize, after })
    return { stored: items as Stored[], last } // only this folder writes items under these keys
  }
  /** Until when tasks wait for an earlier event, in ms since 1970. */
  const heldUntilMs = new Map<string, number>()
  let againMs: number | undefined
  for (let page = rest ?? (await read()); ;) {
    const next = page.stored.find((stored) => dueMsOf(stored) > nowMs)
    const allDue = page.stored.filter((stored) => dueMsOf(stored) <= nowMs)
    const due = allDue.slice(0, limit)
    const events = await eventsOf(tenant, due, nowMs)
    const found: DueEvent[] = []
    const dead: Key[] = []
    for (const stored of due) {
      const event = events.get(stored.event_id)
      const { pk, sk, ...pending } = stored
      const subject = subjectOf(stored.event_id)
      const heldMs = heldUntilMs.get(subject)
      const storedByMs = eventTimeMs(stored.event_id) + storingMs
      if (isDead(stored, event, nowMs)) dead.push({ pk, sk })
      else if (!event && storedByMs > nowMs) heldUntilMs.set(subject, storedByMs)
      else if (event && heldMs !== undefined) againMs = Math.min(againMs ?? Infinity, heldMs)
      else if (event) found.push({ key: { pk, sk }, pending, event })
    }
    await removeMany(tenant, dead)
    const more = { stored: page.stored.slice(due.length), last: page.last }
    const isLast = allDue.length === due.length
    if (found.length > 0 || (isLast && next)) {
      const nextMs = isLast && next ? Math.min(dueMsOf(next), againMs ?? Infinity) : againMs
      return {
        ...{ due: found, nextMs },
        isAll: isLast && (next !== undefined || page.last === undefined),
        ...(!isLast && heldUntilMs.size === 0 && { rest: more }),
      }
    }
    if (!isLast) page = more
    else if (page.last) page = await read(page.last)
    else return { ...nothingDue, nextMs: againMs }
  }
}

/**
 * Returns the item of an event that waits for its delivery to a webhook, as if it was never tried.
 * @param dueAtMs the time from which it is sent, in ms since 1970; as soon as possible by default
 */
export function newPending(
  tenant: Pick<Tenant, 'accountId'>,
  webhookId: string,
  event: Pick<EventItem, 'id' | 'expires_at'>,
  dueAtMs?: number,
): Item {
  // without its event nothing could be sent, so it is not kept for longer; the history may keep an event for longer
  const expires_at = Math.min(event.expires_at, eventExpiry(Date.now()))
  const pending: PendingItem = { event_id: event.id, attempts: 0, expires_at }
  return { ...pendingKey(tenant, webhookId, event.id, dueAtMs), ...pending }
}

/** Returns why an attempt failed, for people; undefined if it did not. */
function errorOf(answer: ReceiverAnswer, outcome: Fate['outcome']): string | undefined {
  if (outcome === 'delivered') return undefined
  if (answer.kind === 'unreachable') return answer.error
  const isRedirect = answer.status >= 300 && answer.status < 400
  return `The receiver answered ${answer.status}.${isRedirect ? ' Redirects are not followed.' : ''}`
}

/** An attempt of a due event. */
export interface SentEvent extends Attempt {
  due: DueEvent
  /** When it was sent, in ms since 1970. */
  sentAtMs: number
  /** The body that was sent, if it is not that of the event. */
  body?: string | undefined
}

/** Returns the row of an attempt in the log. */
function rowOf(
  { due: { pending, event }, answer, sentAtMs, body }: SentEvent,
  { outcome }: Fate,
): DeliveryItem {
  const error = errorOf(answer, outcome)
  return {
    id: timeOrderedUuid({ msecs: sentAtMs }),
    event_id: event.id,
    event_type: event.type,
    attempt: pending.attempts + 1,
    outcome,
    duration_ms: answer.durationMs,
    attempted_at: new Date(sentAtMs).toISOString(),
    expires_at: eventExpiry(sentAtMs),
    ...(body !== undefined && { body }),
    ...(answer.kind === 'answer' && { status: answer.status, response: answer.excerpt }),
    ...(error !== undefined && { error }),
  }
}

/**
 * The key of an entry that comes back into its event's place, after it has waited for a time of its own. It is not the key
 * of the entry that was there before: a session that has just lost its lease may still remove that one.
 */
function keyInPlace(tenant: Tenant, webhookId: string, eventId: string, waited: Key): Key {
  const { pk, sk } = pendingKey(tenant, webhookId, eventId)
  return { pk, sk: `${sk}#${ownTime(waited)}` }
}

/** Returns the waiting entry after a failed attempt: the same event, due later. */
function againOf(
  tenant: Tenant,
  webhookId: string,
  { due: { key, pending, event } }: SentEvent,
  fate: Fate,
): Item[] {
  if (fate.outcome !== 'failed') return []
  const again: PendingItem = { ...pending, attempts: pending.attempts + 1 }
  if (fate.retryAtMs !== undefined)
    return [{ ...pendingKey(tenant, webhookId, event.id, fate.retryAtMs), ...again }]
  return [{ ...(isInOrder(key) ? key : keyInPlace(tenant, webhookId, event.id, key)), ...again }]
}

/**
 * Stores the results of the attempts of a round. First it writes their rows in the log and the entries that wait again,
 * then it deletes the old entries. So an event that no longer waits has its outcome in the log, and after a crash in
 * between it is sent twice and not lost.
 * @param settled at most 25 attempts, each with its fate
 */
export async function settleAll(
  tenant: Tenant,
  webhookId: string,
  settled: readonly (readonly [sent: SentEvent, fate: Fate])[],
): Promise<void> {
  const items = settled.flatMap(([sent, fate]): Item[] => {
    const row = rowOf(sent, fate)
    return [{ ...deliveryKey(tenant, webhookId, row.id), ...row }, ...againOf(tenant, webhookId, sent, fate)]
  })
  // an event that waited twice may be tried again at one time: the first counts, which a replay has put into its place
  const kept = new Map(items.toReversed().map((item) => [item.sk, item]))
  await putThenRemove(
    tenant,
    [...kept.values()],
    settled.map(([{ due }]) => due.key).filter(({ sk }) => !kept.has(sk)),
  )
}

/**
 * Makes the events of a webhook due that wait for a time of their own, in their order, as if they were never tried.
 * @param mayGoOn whether there is time for more
 * @returns whether all events are due
 */
export async function makeAllDue(
  tenant: Tenant,
  webhookId: string,
  mayGoOn: () => boolean,
): Promise<boolean> {
  while (mayGoOn()) {
    const { items } = await query(tenant, {
      condition: 'pk = :partition AND sk BETWEEN :first AND :last',
      values: {
        ':partition': deliveryPartition(tenant, webhookId),
        ':first': `${pendingPrefix}0`, // after what waits in order
        ':last': `${pendingPrefix}~`,
      },
      limit: itemsPerBatch,
    })
    if (items.length === 0) return true
    const later = items as Stored[]
    const anew = later.map(({ event_id: id, expires_at, ...key }) => ({
      ...newPending(tenant, webhookId, { id, expires_at }),
      ...keyInPlace(tenant, webhookId, id, key),
    }))
    // an event may be there twice: it was sent again by hand, and is tried again
    await putMany(tenant, [...new Map(anew.map((item) => [item.event_id, item])).values()])
    await removeMany(tenant, later)
  }
  return false
}

/** The waiting events that are looked at to choose the one for a probe. */
const candidates = 100

/**
 * Finds the event with which to try a failing receiver. Untried events come first. Of these it takes the newest that
 * has no earlier waiting event of its task. So an event that the receiver cannot take does not block other events.
 *
 * If more events wait than are looked at, nobody knows what waits before the newest, so it is the oldest. But if the
 * receiver answers and only refuses, it is the newest all the same, because the receiver probably refuses the oldest,
 * too.
 * @returns the same as `findDue`, for one event
 */
export async function findProbe(
  tenant: Tenant,
  webhookId: string,
  { nowMs, isRefusing }: { nowMs: number; isRefusing: boolean },
): Promise<Waiting> {
  const look = async (descending: boolean) => {
    const { items, last } = await query(tenant, {
      ...withPrefix(deliveryPartition(tenant, webhookId), inOrderPrefix),
      limit: candidates,
      descending,
    })
    return { page: items as Stored[], isWhole: last === undefined }
  }
  const { page, isWhole } = await look(isRefusing)
  const oldestFirst = isRefusing ? page.toReversed() : page
  const firstOfTask = [...Map.groupBy(oldestFirst, ({ event_id }) => subjectOf(event_id)).values()].flatMap(
    ([first]) => (first?.attempts === 0 ? [first] : []),
  )
  for (const stored of isWhole || isRefusing ? firstOfTask.toReversed() : firstOfTask) {
    const event = (await eventsOf(tenant, [stored], nowMs)).get(stored.event_id)
    const { pk, sk, ...pending } = stored
    if (event) return { due: [{ key: { pk, sk }, pending, event }], nextMs: undefined, isAll: false }
  }
  return findDue(tenant, webhookId, { nowMs, limit: 1 })
}
