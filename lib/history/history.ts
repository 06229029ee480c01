import { notFound } from '../contract/api-error.ts'
import { findMemberName } from '../members/find-name.ts'
import { maxPageBytes, postedBytes } from '../table/answer-size.ts'
import { decodeCursor, encodeCursor, resumePointShapes } from '../table/cursor.ts'
import { inParallel, partsOf } from '../table/in-parallel.ts'
import { epochSeconds, hasExpired, type Item } from '../table/item.ts'
import { getAll, get, query } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { taskIdOf } from '../tasks/external-id.ts'
import { visibleTask } from '../tasks/gate.ts'
import type { Origin } from '../tasks/origin.ts'
import { taskKey } from '../tasks/task-item.ts'
import { isTaskEvent, seenWithin } from '../webhooks/bound.ts'
import type { TaskEvent, WatchedField } from '../webhooks/event.ts'
import { namesOf } from '../webhooks/event-filter.ts'
import { historyPartition, stepOf, stepPrefix } from '../webhooks/history-item.ts'
import { eventKey, eventPartition, type EventItem } from '../webhooks/webhook-item.ts'
import type { HistoryEntry } from './entry.ts'

/** A page of the history, newest first. */
export interface HistoryPage {
  entries: HistoryEntry[]
  next_cursor: string | null
}

/** An entry without the name of its member. */
export type Nameless = Omit<HistoryEntry, 'member'>

/** The entry of an event's item as a request may see it; undefined if it is none, has expired, or is out of sight. */
export function entryOf({ projectIds }: Tenant, item: EventItem): Nameless | undefined {
  if ((item.history_until ?? 0) <= epochSeconds(Date.now())) return undefined
  const event = JSON.parse(item.body) as TaskEvent // an item with `history_until` has such an event as JSON
  const seen = seenWithin(projectIds ?? undefined, event)
  const isDeparture = seen === 'departure'
  const shown = isDeparture ? item.departure && (JSON.parse(item.departure) as TaskEvent) : seen
  if (!shown || !isTaskEvent(shown)) return undefined
  const { id, type, timestamp, data } = shown
  const { task, version, changed, previous, origin, reason, truncated } = data
  return {
    ...{ id, type, at: timestamp, task_id: task.id, project_id: task.project_id, label: task.label },
    ...{ version, changed, previous },
    // who took it away works in a project that the request does not see
    origin: isDeparture ? null : origin,
    ...(reason && { reason }),
    ...(truncated && { truncated }),
  }
}

/** How many names are read at once. */
const namesAtOnce = 10

/** Adds who the members are. */
async function withMembers(tenant: Tenant, entries: readonly Nameless[]): Promise<HistoryEntry[]> {
  const ids = new Set(entries.flatMap(({ origin }) => origin?.member_id ?? []))
  const emails = new Map<string, string | null>()
  await inParallel([...ids], namesAtOnce, async (id) => {
    emails.set(id, (await findMemberName(tenant, id))?.email ?? null)
  })
  return entries.map((entry) => {
    const id = entry.origin?.member_id
    return { ...entry, member: id == null ? null : { id, email: emails.get(id) ?? null } }
  })
}

/** Takes entries until they fill a page. */
class Page {
  readonly entries: Nameless[] = []
  readonly #limit: number
  #bytes = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Adds an entry; returns whether there was room for it. */
  add(entry: Nameless): boolean {
    const bytes = this.#bytes + postedBytes(entry)
    if (this.entries.length === this.#limit || (this.entries.length > 0 && bytes > maxPageBytes)) return false
    this.#bytes = bytes
    this.entries.push(entry)
    return true
  }
}

/** The most that a request reads of the history, in read units: 4 MiB, of which DynamoDB reads 4 KiB for a unit. */
const maxReadUnits = 1_024

/** The most that one query reads, in read units: 1 MiB. */
const queryUnits = 256

/** No read begins with less time than this left, in ms. */
const reserveMs = 1_500

/** Says whether a request may go on reading. */
export function readBudget({ usage, deadlineMs }: Tenant): () => boolean {
  const before = usage.read_units
  return () => Date.now() < deadlineMs - reserveMs && usage.read_units - before + queryUnits <= maxReadUnits
}

/** Events that are read at once: 25 of the largest have 5 MB. */
const eventsAtOnce = 25

/**
 * Lists the writes of a task, newest first, also of one in the trash.
 * @throws ApiError task_not_found; invalid_request if the cursor does not belong to this list
 */
export async function listTaskHistory(
  tenant: Tenant,
  reference: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<HistoryPage> {
  const taskId = await taskIdOf(tenant, reference)
  const task = visibleTask(tenant, await get(tenant, taskKey(tenant, taskId)))
  if (!task || hasExpired(task)) throw notFound('task')
  const scope = ['task-history', historyPartition(tenant), taskId]
  const before = cursor === undefined ? '~' : decodeCursor(scope, cursor, resumePointShapes.taskHistory)
  const page = new Page(limit)
  const mayGoOn = readBudget(tenant)
  const ended = async (resume: string | null): Promise<HistoryPage> => ({
    entries: await withMembers(tenant, page.entries),
    next_cursor: resume === null ? null : encodeCursor(scope, resume),
  })
  let resume = before
  let after: Item | undefined
  do {
    const { items, last } = await query(tenant, {
      condition: 'pk = :partition AND sk BETWEEN :first AND :last',
      values: {
        ':partition': historyPartition(tenant),
        ':first': stepPrefix(taskId),
        ':last': `${stepPrefix(taskId)}${before}`,
      },
      projection: 'sk, version, quiet, expires_at', // without old values, which may be long
      descending: true,
      limit: limit + 1,
      after,
    })
    const steps = items.map(stepOf).filter(({ at }) => at !== before)
    for (const part of partsOf(steps, eventsAtOnce)) {
      if (resume !== before && !mayGoOn()) return ended(resume)
      const kept = part.filter((step) => !step.isQuiet && !hasExpired(step))
      const keys = kept.map(({ eventId }) => eventKey(tenant, eventId))
      const events = (await getAll(tenant, keys)) as unknown as EventItem[] // only events have such keys
      const byId = new Map(events.map((event) => [event.id, event]))
      for (const { at, eventId } of part) {
        const event = byId.get(eventId)
        const entry = event && entryOf(tenant, event)
        if (entry && !page.add(entry)) return ended(resume)
        resume = at
      }
    }
    after = last
  } while (after && mayGoOn())
  return ended(after ? resume : null)
}

/** What a reader of the account's log asks for. */
export interface HistoryFilter {
  projectId?: string | undefined
  tokenId?: string | undefined
  memberId?: string | undefined
  originId?: string | undefined
  ruleId?: string | undefined
  via?: Origin['via'] | undefined
  /** Only writes after this time, and before that one; neither exactly then. */
  after?: string | undefined
  before?: string | undefined
  changed?: WatchedField | undefined
}

/** Whether an entry is one that a reader asks for. */
export function matches(
  filter: HistoryFilter,
  { project_id, previous, origin, changed }: Pick<Nameless, 'project_id' | 'previous' | 'origin' | 'changed'>,
): boolean {
  const asked = <T>(wanted: T | undefined, ...found: readonly (T | null | undefined)[]) =>
    wanted === undefined || found.includes(wanted)
  return (
    // a task that moves to another project concerns both
    asked(filter.projectId, project_id, previous.project_id) &&
    asked(filter.tokenId, origin?.token_id) &&
    asked(filter.memberId, origin?.member_id) &&
    asked(filter.originId, origin?.origin_id) &&
    asked(filter.ruleId, origin?.rule_id) &&
    asked(filter.via, origin?.via) &&
    asked<string>(filter.changed, ...namesOf(changed))
  )
}

/** Entries that are read at once where a filter or bounds leave some out. */
const filteredAtOnce = 500

/**
 * Lists the writes of an account's tasks, newest first. A request reads at most 4 MiB, so a page may be short or empty although
 * others follow.
 * @throws ApiError invalid_request if the cursor does not belong to this list
 */
export async function listHistory(
  tenant: Tenant,
  { limit, cursor, ...filter }: HistoryFilter & { limit: number; cursor?: string | undefined },
): Promise<HistoryPage> {
  const partition = eventPartition(tenant)
  const asked = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  )
  const scope = ['history', partition, ...asked.toSorted()]
  const from = cursor === undefined ? undefined : decodeCursor(scope, cursor, resumePointShapes.history)
  // keys are a time, `#` and the id of the event: all of a time are after its `#`, and before its `#~`
  const first = filter.after === undefined ? '0' : `${filter.after}#~`
  const until = filter.before === undefined ? '~' : `${filter.before}#`
  const last = from !== undefined && from < until ? from : until
  if (last <= first) return { entries: [], next_cursor: null }
  // the query itself keeps to the times
  const isTime = (name: string) => name === 'after' || name === 'before'
  const isFiltered =
    tenant.projectIds !== null ||
    Object.entries(filter).some(([name, value]) => value !== undefined && !isTime(name))
  const page = new Page(limit)
  const mayGoOn = readBudget(tenant)
  const ended = async (resume: string | null): Promise<HistoryPage> => ({
    entries: await withMembers(tenant, page.entries),
    next_cursor: resume === null ? null : encodeCursor(scope, resume),
  })
  let resume = last
  let after: Item | undefined
  do {
    const read = await query(tenant, {
      condition: 'pk = :events AND sk BETWEEN :first AND :last',
      filter: 'history_until > :now',
      values: {
        ...{ ':events': partition, ':first': first, ':last': last },
        ':now': epochSeconds(Date.now()),
      },
      descending: true,
      // one more than the page has room for shows whether others follow; one may be where the page before ended.
      // a second query means that much is left out, such as what is stored for webhooks alone
      limit: isFiltered || after ? filteredAtOnce : limit + 2,
      after,
    })
    for (const item of read.items) {
      if (item.sk === from) continue
      const entry = entryOf(tenant, item as unknown as EventItem) // only events are in this partition
      if (entry && matches(filter, entry) && !page.add(entry)) return ended(resume)
      resume = String(item.sk)
    }
    after = read.last
    if (after) resume = String(after.sk)
  } while (after && mayGoOn())
  return ended(after ? resume : null)
}
