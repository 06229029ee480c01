import type { WebhookEvent } from '../../contract/event.ts'
import { isQueuedNow, wants } from './wants.ts'
import { inParallel, partsOf } from '../in-parallel.ts'
import type { Item } from '../item.ts'
import { getMany } from '../read-items.ts'
import type { Storage } from '../storage.ts'
import { itemsPerBatch, putMany } from '../write-items.ts'
import { eventExpiry, eventKey, subjectOf, type EventItem, type WebhookItem } from './item.ts'
import { webhookItems } from './items.ts'
import { newPending } from './pending.ts'
import { isCrowd } from './share.ts'
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

/** The webhooks for which an event is queued, by the event's id. */
type Takers = ReadonlyMap<string, readonly WebhookItem[]>

const takersOf = (
  webhooks: readonly WebhookItem[],
  events: readonly WebhookEvent[],
  takes: (webhook: WebhookItem, event: WebhookEvent) => boolean,
): Takers =>
  new Map(
    events.map((event) => [
      event.id,
      webhooks.filter((webhook) => takes(webhook, event) && wants(webhook, event)),
    ]),
  )

/**
 * Stores events of an account, and queues them for its webhooks that want them. The event itself is stored last: its
 * presence says that all was queued, so a repeat leaves it out, but for the wake-ups. An account without webhooks costs one
 * read. With webhooks, all events are stored, also if nobody wants them now: a replay may ask for them.
 *
 * A webhook that is not active when it is read may be started and replayed before the event is there to be found. So
 * where one wants an event, the webhooks are read once more afterwards.
 * @param events in the order of their writes
 * @throws ApiError service_unavailable: some may be queued then, and a repeat queues the rest
 */
export async function dispatchEvents(
  storage: Storage,
  accountId: string,
  events: readonly WebhookEvent[],
): Promise<void> {
  // they are not cached: what is written after a webhook was created must reach it
  const read = () => webhookItems({ ...storage, accountId })
  const webhooks = await read()
  if (webhooks.length === 0) return
  // the same event may be there twice: a submission that is held, settled and held again
  const distinct = [...new Map(events.map((event) => [event.id, event])).values()]
  const stored = await storedIds(storage, accountId, distinct)
  const rounds = roundsOf(distinct.filter(({ id }) => !stored.has(id)))
  const expires_at = eventExpiry(Date.now())
  const itemOf = (event: WebhookEvent): Item => {
    const item: EventItem = { id: event.id, type: event.type, body: JSON.stringify(event), expires_at }
    return { ...eventKey({ accountId }, event.id), ...item }
  }
  const woken = new Set<string>()
  const queue = async (takers: Takers) => {
    for (const round of rounds) {
      const wanted = round.flatMap(({ id }) =>
        (takers.get(id) ?? []).map((webhook) => newPending({ accountId }, webhook.id, { id, expires_at })),
      )
      await writeAll(storage, wanted)
    }
    // also one that is not active: it may have become so, and have looked before the events were there
    for (const { id } of [...takers.values()].flat()) woken.add(id)
  }
  await queue(takersOf(webhooks, distinct, isQueuedNow))
  for (const round of rounds) await writeAll(storage, round.map(itemOf))
  const left = takersOf(webhooks, distinct, (webhook, event) => !isQueuedNow(webhook, event))
  if ([...left.values()].flat().length > 0) {
    const wasLeft = ({ id }: WebhookItem, event: WebhookEvent) =>
      left.get(event.id)?.some((webhook) => webhook.id === id) ?? false
    await queue(
      takersOf(
        await read(),
        distinct,
        (webhook, event) => wasLeft(webhook, event) && isQueuedNow(webhook, event),
      ),
    )
  }
  await wakeUp(
    storage,
    [...woken].map((id) => ({ account: accountId, webhook: id, crowd: isCrowd(webhooks.length) })),
  )
}
