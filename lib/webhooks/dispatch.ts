import { subjectOf } from '../tasks/task-item.ts'
import type { StoredEvent } from './event.ts'
import { isQueuedNow, wants } from './event-filter.ts'
import { partsOf } from '../table/in-parallel.ts'
import type { Item } from '../table/item.ts'
import { getAll } from '../table/read-items.ts'
import type { Storage } from '../table/storage.ts'
import { table } from '../table/table.ts'
import { itemsPerBatch, putsOf, writeInOrder, type Stage } from '../table/write-items.ts'
import { eventExpiry, eventKey, type EventItem, type WebhookItem, webhookItems } from './webhook-item.ts'
import { newPending, rememberEvent } from './pending.ts'
import { historyExpiry, stepItem } from './history-item.ts'
import { isCrowd } from './places.ts'
import { wakeUp } from './wake-up.ts'

/**
 * The number of waiting entries that are written before their events. A stored event shows that its entries are done,
 * so an interrupted dispatch continues there and not at its beginning.
 */
const entriesOfPart = 250

/** How long before the deadline the last write must end, in ms: then the wake-ups are sent. */
const reserveMs = 2_000

/**
 * The ids of those events that were dispatched by an earlier run. One that was stored while the account had no webhook is not
 * among them: it shows nothing of what was written beside it.
 */
async function dispatchedIds(
  storage: Storage,
  accountId: string,
  events: readonly StoredEvent[],
): Promise<Set<unknown>> {
  const keys = events.map(({ id }) => eventKey({ accountId }, id))
  const stored = (await getAll(storage, keys, 'id, is_history_only')) as Pick<
    EventItem,
    'id' | 'is_history_only'
  >[]
  return new Set(stored.filter((event) => !event.is_history_only).map(({ id }) => id))
}

/**
 * Splits events into rounds. A round has at most one event of each task, and later rounds have later events. So the items
 * of a round can be written in any order, and a deliverer never sees an event of a task without the earlier ones.
 */
function roundsOf(events: readonly StoredEvent[]): StoredEvent[][] {
  const rounds: StoredEvent[][] = []
  const seen = new Map<string, number>()
  for (const event of events) {
    const subject = subjectOf(event.id)
    const round = seen.get(subject) ?? 0
    seen.set(subject, round + 1)
    ;(rounds[round] ??= []).push(event)
  }
  return rounds
}

/** The webhooks for which an event is queued, by the event's id. */
type Takers = ReadonlyMap<string, readonly WebhookItem[]>

const takersOf = (
  webhooks: readonly WebhookItem[],
  events: readonly StoredEvent[],
  takes: (webhook: WebhookItem, event: StoredEvent) => boolean,
): Takers =>
  new Map(
    events.map((event) => [
      event.id,
      webhooks.filter((webhook) => takes(webhook, event) && wants(webhook, event)),
    ]),
  )

/** Splits events into parts that make about as many entries each. A part of many events fills its batches. */
function dispatchParts(events: readonly StoredEvent[], webhooks: number): StoredEvent[][] {
  const count = Math.max(1, Math.floor(entriesOfPart / webhooks))
  return partsOf(events, count < itemsPerBatch ? count : count - (count % itemsPerBatch))
}

/** The input of a dispatch. */
interface Dispatch {
  storage: Storage
  accountId: string
  webhooks: readonly WebhookItem[]
  /** The ids of the events that an earlier run has dispatched. */
  dispatchedBefore: ReadonlySet<unknown>
  /** For how many days the account keeps the history of its tasks. */
  historyDays: number
  /** The ids of the webhooks that must be woken. */
  woken: Set<string>
}

/** Queues events, and stores them. */
async function dispatchPart(
  { storage, accountId, webhooks, dispatchedBefore, historyDays, woken }: Dispatch,
  events: readonly StoredEvent[],
  write: WriteStages,
): Promise<void> {
  const rounds = roundsOf(events.filter(({ id }) => !dispatchedBefore.has(id)))
  const expires_at = eventExpiry(Date.now())
  const isPosted = webhooks.length > 0
  const itemOf = ({ departure, projectIds, step, ...event }: StoredEvent): EventItem => {
    const historyUntil = step && historyDays > 0 ? historyExpiry(step.at, historyDays) : undefined
    return {
      ...{ id: event.id, type: event.type, body: JSON.stringify(event) },
      ...(departure && { departure: JSON.stringify(departure) }),
      ...(projectIds && { project_ids: projectIds }),
      ...(historyUntil !== undefined && { history_until: historyUntil }),
      ...(step?.formId !== undefined && { form_id: step.formId }),
      ...(!isPosted && { is_history_only: true }),
      expires_at: Math.max(isPosted ? expires_at : 0, historyUntil ?? 0),
    }
  }
  const items = rounds.map((round) => round.map(itemOf))
  /** Writes the waiting entries of events, what lies beside those of each round, and what follows them. */
  const queue = async (
    takers: Takers,
    writeAll: WriteStages,
    beside: readonly Item[][] = [],
    then: readonly Stage[] = [],
  ) => {
    const wanted = rounds.map((round, index) => [
      ...round.flatMap(({ id }) =>
        (takers.get(id) ?? []).map((webhook) => newPending({ accountId }, webhook.id, { id, expires_at })),
      ),
      ...(beside[index] ?? []),
    ])
    await writeAll([...wanted.map(putsOf), ...then])
    // even one that is not active: it may have become active, and have looked before the events were stored
    for (const { id } of [...takers.values()].flat()) woken.add(id)
  }
  const steps = rounds.map((round) =>
    round.flatMap(({ step }) =>
      step && historyDays > 0 ? [stepItem({ accountId }, step, historyDays)] : [],
    ),
  )
  const stored = items.map((round) =>
    round.map((item): Item => ({ ...eventKey({ accountId }, item.id), ...item })),
  )
  await queue(
    takersOf(webhooks, events, isQueuedNow),
    write,
    // a repeat writes them all again if nobody waits for them, so their order does not matter
    isPosted ? steps : rounds.map((_, index) => [...(steps[index] ?? []), ...(stored[index] ?? [])]),
    isPosted ? stored.map(putsOf) : [],
  )
  // on AWS another process delivers them
  if (table().isEmbedded && isPosted) for (const item of items.flat()) rememberEvent(accountId, item)
  const left = takersOf(webhooks, events, (webhook, event) => !isQueuedNow(webhook, event))
  if ([...left.values()].flat().length > 0) {
    const wasLeft = ({ id }: WebhookItem, event: StoredEvent) =>
      left.get(event.id)?.some((webhook) => webhook.id === id) ?? false
    await queue(
      takersOf(
        await webhookItems({ ...storage, accountId, projectIds: null }),
        events,
        (webhook, event) => wasLeft(webhook, event) && isQueuedNow(webhook, event),
      ),
      (stages) => writeInOrder(storage, stages),
    )
  }
}

/** Writes the last stages of a dispatch, and what belongs after them. */
export type WriteStages = (stages: readonly Stage[]) => Promise<void>

interface DispatchOptions {
  /** Is called with events that need not come again, in the order of their writes, even if the rest fails. */
  done?: (events: readonly StoredEvent[]) => void
  /** Writes the last stages, with writes of its own after them; it is called without webhooks, too. */
  write?: WriteStages
  /** Whether no earlier run can have dispatched any of them: this need not be read then. */
  areNew?: boolean
  /** For how many days the account keeps the history of its tasks; 0, as by default: no event is an entry of it. */
  historyDays?: number
}

/**
 * Stores events of an account, and queues them for its webhooks that want them. The event itself is stored last: its
 * presence shows that everything was queued, so a repeat only sends the wake-ups. With webhooks, all events are stored, even
 * if nobody wants them now: a replay may ask for them. Without, only those of writes are that the account keeps as its history.
 *
 * A webhook that is not active when it is read may be started and replayed before the event is stored. So if such a
 * webhook wants an event, the webhooks are read once more afterwards.
 * @param events in the order of their writes
 * @throws ApiError service_unavailable: some may be queued then, and a repeat queues the rest; Error when the time is
 * up
 */
export async function dispatchEvents(
  storage: Storage,
  accountId: string,
  events: readonly StoredEvent[],
  { done = () => undefined, write, areNew = false, historyDays = 0 }: DispatchOptions = {},
): Promise<void> {
  // they are not cached: writes after a webhook's creation must reach it
  const webhooks = await webhookItems({ ...storage, accountId, projectIds: null })
  const isPosted = webhooks.length > 0
  const kept = events.filter(({ step }) => isPosted || (step && historyDays > 0))
  if (kept.length === 0) {
    await write?.([])
    return
  }
  // the same event may be there twice: a submission that is held, settled and held again
  const distinct = [...new Map(kept.map((event) => [event.id, event])).values()]
  const dispatchedBefore = areNew || !isPosted ? new Set() : await dispatchedIds(storage, accountId, distinct)
  const deadlineMs = storage.deadlineMs - reserveMs
  const dispatch = {
    storage: { ...storage, deadlineMs },
    accountId,
    webhooks,
    dispatchedBefore,
    historyDays,
    woken: new Set<string>(),
  }
  const finished: StoredEvent[] = []
  let longestMs = 0
  try {
    const parts = dispatchParts(distinct, Math.max(webhooks.length, 1))
    for (const part of parts) {
      const begunMs = Date.now()
      if (begunMs + longestMs > deadlineMs) throw new Error('The time is up. The rest comes again.')
      const isLast = part === parts.at(-1)
      const writePart: WriteStages = (stages) => writeInOrder(dispatch.storage, stages)
      await dispatchPart(dispatch, part, isLast && write ? write : writePart)
      longestMs = Math.max(longestMs, Date.now() - begunMs)
      finished.push(...part)
    }
  } finally {
    await wakeUp(
      storage,
      [...dispatch.woken].map((id) => ({ account: accountId, webhook: id, crowd: isCrowd(webhooks.length) })),
    )
    done(finished) // those who want them have been woken
  }
}
