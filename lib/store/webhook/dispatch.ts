import type { WebhookEvent } from '../../contract/event.ts'
import { wants } from './wants.ts'
import { inParallel, partsOf } from '../in-parallel.ts'
import type { Item } from '../item.ts'
import { getMany } from '../read-items.ts'
import type { Storage } from '../storage.ts'
import { itemsPerBatch, putMany } from '../write-items.ts'
import { eventExpiry, eventKey, subjectOf, type EventItem } from './item.ts'
import { webhookItems } from './items.ts'
import { newPending } from './pending.ts'
import { wakeUp } from './wake-up.ts'

/** The most keys that one BatchGetItem takes. */
const keysPerRead = 100

/** How many writes of one account are under way at once. Each is a batch of up to 25 items. */
const writesAtOnce = 4

/** The ids of those events that are stored already: they were dispatched by an earlier run. */
async function storedIds(
  storage: Storage,
  accountId: string,
  events: readonly WebhookEvent[],
): Promise<Set<unknown>> {
  const keys = events.map(({ id }) => eventKey({ accountId }, id))
  const stored: Item[] = []
  for (const part of partsOf(keys, keysPerRead)) stored.push(...(await getMany(storage, part)))
  return new Set(stored.map(({ id }) => id))
}

/**
 * Splits events into rounds. A round has at most one event of each task, and later rounds have later events. So the items
 * of a round can be written in any order, and a deliverer never sees an event of a task without the earlier ones.
 */
function roundsOf(events: readonly WebhookEvent[]): WebhookEvent[][] {
  const rounds: WebhookEvent[][] = []
  const seen = new Map<string, number>()
  for (const event of events) {
    const subject = subjectOf(event.id)
    const round = seen.get(subject) ?? 0
    seen.set(subject, round + 1)
    ;(rounds[round] ??= []).push(event)
  }
  return rounds
}

const writeAll = (storage: Storage, items: readonly Item[]): Promise<void> =>
  inParallel(partsOf(items, itemsPerBatch), writesAtOnce, (part) => putMany(storage, part))

/**
 * Stores events of an account, and queues them for its active webhooks that want them. The event itself is stored last:
 * its presence says that all was queued, so a repeat leaves it out, but for the wake-ups. An account without webhooks
 * costs one read. With webhooks, all events are stored, also if nobody wants them now: a replay may ask for them.
 * @param events in the order of their writes
 * @throws ApiError service_unavailable: some may be queued then, and a repeat queues the rest
 */
export async function dispatchEvents(
  storage: Storage,
  accountId: string,
  events: readonly WebhookEvent[],
): Promise<void> {
  // they are not cached: what is written after a webhook was created must reach it
  const webhooks = await webhookItems({ ...storage, accountId })
  if (webhooks.length === 0) return
  const active = webhooks.filter(({ status }) => status === 'active')
  // the same event may be there twice: a submission that is held, settled and held again
  const distinct = [...new Map(events.map((event) => [event.id, event])).values()]
  const stored = await storedIds(storage, accountId, distinct)
  const takersOf = new Map(
    distinct.map((event) => [event.id, active.filter((webhook) => wants(webhook, event))] as const),
  )
  const rounds = roundsOf(distinct.filter(({ id }) => !stored.has(id)))
  const expires_at = eventExpiry(Date.now())
  const itemOf = (event: WebhookEvent): Item => {
    const item: EventItem = { id: event.id, type: event.type, body: JSON.stringify(event), expires_at }
    return { ...eventKey({ accountId }, event.id), ...item }
  }
  for (const round of rounds) {
    const wanted = round.flatMap(({ id }) =>
      (takersOf.get(id) ?? []).map((webhook) => newPending({ accountId }, webhook.id, { id, expires_at })),
    )
    await writeAll(storage, wanted)
  }
  for (const round of rounds) await writeAll(storage, round.map(itemOf))
  const woken = new Set([...takersOf.values()].flat())
  await wakeUp(
    storage,
    [...woken].map(({ id }) => ({ account: accountId, webhook: id })),
  )
}
