import { createHash } from 'node:crypto'
import { maxCalendarEntries, maxCalendarMib } from '../contract/limits.ts'
import { attributeOf } from '../fields/values.ts'
import { taskRoute, webOrigin } from '../shared/web-link.ts'
import { inParallel } from '../table/in-parallel.ts'
import { accountPartition } from '../table/item.ts'
import { query } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { conditionsOf } from '../tasks/filter.ts'
import { markerName, maxReadUnits, readPage, type PageRequest } from '../tasks/page.ts'
import { projectList, type TaskItem } from '../tasks/task-item.ts'
import type { CalendarItem } from './calendar-item.ts'
import type { Entry } from './icalendar.ts'

/** The read units of 1 MiB of an index. */
const unitsPerMib = 128

/** No query begins with less time left: the answer is still to be written, in ms. */
const reserveMs = 3_000

/** How many projects are read at once. */
const projectsAtOnce = 4

/** The part of a page's request that says where the tasks are. */
type Place = Pick<PageRequest<Entry>, 'index' | 'partition' | 'descending' | 'filter'>

/** Tasks that are not done and have a value of the field. */
function placesOf(tenant: Tenant, { field: key, project_ids: projectIds }: CalendarItem): Place[] {
  const filter = conditionsOf({ status: [0, 1], fields: [{ key, operator: 'exists', value: true }] })
  if (projectIds)
    return projectIds.map((id) => ({ index: 'list', partition: projectList(tenant, id), filter }))
  // in this index are those in the trash, too
  const expression = [filter?.expression, 'attribute_not_exists(deleted_at)'].join(' AND ')
  return [
    {
      index: 'changes',
      partition: accountPartition(tenant.accountId),
      descending: true,
      filter: { ...filter, expression },
    },
  ]
}

function toEntry(item: TaskItem, field: string, origin: string | undefined): Entry {
  const { id, label, description, project_id: projectId, updated_at: updatedAt } = item
  const value = item[attributeOf(field)]
  return {
    ...{ id, label, description, updatedAt },
    at: typeof value === 'string' ? value : '', // a field of this type has texts, and only tasks with one are read
    url: origin === undefined ? undefined : `${origin}/${taskRoute(projectId, id)}`,
  }
}

/** Sorts by a text, the greatest first. */
const descending = (one: string, other: string): number => (one < other ? 1 : one > other ? -1 : 0)

/** What a calendar shows. */
export interface Read {
  /** The latest first. */
  entries: Entry[]
  /** Whether these are all: there were not too many, and there was time to read all tasks. */
  isWhole: boolean
  /** How many started MiB of tasks were read. */
  mib: number
}

/**
 * Reads the entries of a calendar. If there are more than it may have, the earliest are left out. It reads at most 32 MiB: of
 * projects the first tasks in their order, of the account the tasks that changed last.
 * @throws ApiError service_unavailable
 */
export async function readEntries(tenant: Tenant, calendar: CalendarItem): Promise<Read> {
  const origin = webOrigin()
  const startBeforeMs = tenant.deadlineMs - reserveMs
  const unitsBefore = tenant.usage.read_units
  const unitsRead = () => tenant.usage.read_units - unitsBefore
  const mayGoOn = () =>
    Date.now() < startBeforeMs && unitsRead() + maxReadUnits <= maxCalendarMib * unitsPerMib
  const all: Entry[] = []
  let unfinished = 0
  await inParallel(placesOf(tenant, calendar), projectsAtOnce, async (place) => {
    let after: string | undefined
    do {
      const page = await readPage(tenant, {
        ...{ ...place, after, limit: Infinity, maxUnits: maxReadUnits, startBeforeMs },
        // the page is measured as it is written: icalendar.ts
        ...{ show: (item) => toEntry(item, calendar.field, origin), bytesOf: () => 0 },
      })
      for (const { shown } of page.entries) all.push(shown)
      after = page.next
    } while (after !== undefined && mayGoOn())
    if (after !== undefined) unfinished++
  })
  const sorted = all.sort((one, other) => descending(one.at, other.at) || descending(one.id, other.id))
  return {
    entries: sorted.slice(0, maxCalendarEntries),
    isWhole: unfinished === 0 && sorted.length <= maxCalendarEntries,
    mib: Math.ceil(unitsRead() / unitsPerMib),
  }
}

/** A short hash of texts. */
export const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/** When the last write is this old, in ms, the index shows all others, too. */
const settledAfterMs = 60_000

/**
 * Names what the tasks of the account and the calendar are now, in half a read unit: while this stays the same, so does what
 * the calendar shows. It also changes each day, in case an index was later than anybody expects.
 * @returns undefined if something has changed just now, because the index may not show all of it
 */
export async function stateOf(tenant: Tenant, { updated_at }: CalendarItem): Promise<string | undefined> {
  const nowMs = Date.now()
  const { items } = await query(tenant, {
    index: 'changes',
    condition: 'changes_pk = :partition',
    values: { ':partition': accountPartition(tenant.accountId) },
    projection: 'sk, changes_sk',
    descending: true,
    limit: 2, // one of them may be the marker of the feed, which is no task
  })
  const { changes_sk: newest = '' } = (items.find(({ sk }) => sk !== markerName) ?? {}) as {
    changes_sk?: string
  } // its type in every item
  const newestMs = newest === '' ? 0 : Date.parse(newest.slice(0, newest.indexOf('#')))
  if (newestMs > nowMs - settledAfterMs) return undefined
  return hashOf(newest, updated_at, webOrigin() ?? '', new Date(nowMs).toISOString().slice(0, 10))
}
