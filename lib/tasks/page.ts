import type { IndexName } from '../contract/endpoint.ts'
import { maxPageBytes, postedBytes } from '../table/answer-size.ts'
import type { Item } from '../table/item.ts'
import { query } from '../table/read-items.ts'
import { table } from '../table/table.ts'
import { whileWithin, type Tenant } from '../table/tenant.ts'
import type { TaskConditions } from './filter.ts'
import type { TaskItem } from './task-item.ts'

/** With a filter, each query reads this many tasks, because few of them may match. */
const filteredQueryLimit = 1_000

/** The longest that one try takes (table.ts). With less time left, the deadline could discard a query's result. */
const queryReserveMs = 1_500

/**
 * The most that one request may read, in read units: 4 MiB of an index, of which DynamoDB reads 4 KiB for half a unit.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
export const maxReadUnits = 512

/** The most that one query reads, in read units: 1 MiB. */
const queryUnits = 128

/**
 * The sort key of the marker of the change feed: marker.ts. It is in the index of changes, beside the account's tasks. Those of
 * other feeds begin with it.
 */
export const markerName = 'FEED'

/** Whether an item is the marker of a feed. */
export const isMarker = ({ sk }: Item): boolean => String(sk).startsWith(markerName)

/** A filter of a page: `TaskConditions`, of any items. */
type PageFilter<I> = Omit<TaskConditions, 'matches'> & { matches?: (item: I) => boolean }

/** Which tasks to read, in which order, and how an answer shows them. */
export interface PageRequest<T, I = TaskItem> {
  index: IndexName
  partition: string
  descending?: boolean
  /** The sort key after which the page starts; undefined for the first page. */
  after: string | undefined
  limit: number
  filter?: PageFilter<I> | undefined
  /** The most read units; a query that could exceed them is not begun, except the first. By default there is no limit. */
  maxUnits?: number
  /** With a filter, no query begins after this time, in milliseconds since 1970: by default near the deadline. */
  startBeforeMs?: number
  /** Whether most tasks meet the filter: then no query reads more than the page needs. */
  isLoose?: boolean
  /** Whether the filter keeps the bounds of the request itself. */
  isFeed?: boolean
  /** The form in which the answer shows a task, or a longer one. The size of the page is measured by it. */
  show: (item: I) => T
  /** The size of that in an answer, in bytes. By default it is an entry of a JSON body. */
  bytesOf?: (shown: T) => number
  /** The most bytes of all entries: at most `maxPageBytes`, which is the default. */
  maxBytes?: number
}

/** A task, and the form in which an answer shows it. */
export interface Entry<T, I = TaskItem> {
  item: I
  shown: T
}

/** Tasks that were read, and the sort key after which the next page starts; undefined if there are no more. */
export interface ReadPage<T, I = TaskItem> {
  entries: Entry<T, I>[]
  next: string | undefined
  /** The sort key of the change feed's marker, if it was read: marker.ts. */
  marker?: string | undefined
  /** How many tasks were read, with those that the filter left out. */
  scanned: number
}

/**
 * The filter of a page with the bounds of the request. The index of changes has the tasks of the whole account; a list has
 * those of one project, whose partition keeps the bounds: `projectList`.
 */
function withinBounds<I>(
  tenant: Tenant,
  { index, filter, isFeed = false }: Pick<PageRequest<never, I>, 'index' | 'filter' | 'isFeed'>,
): PageFilter<I> | undefined {
  const within = index === 'changes' && !isFeed ? whileWithin(tenant) : undefined
  if (!within) return filter
  return {
    ...filter,
    expression: [within.condition, filter?.expression].filter((part) => part !== undefined).join(' AND '),
    values: { ...within.values, ...filter?.values },
  }
}

/**
 * Reads tasks from an index until the page is full, the partition ends or, with a filter, time or units run out.
 * @returns the tasks, which are at least one if any follow, except when time or units run out; and the sort key after
 *   which the next page starts, undefined if there are no more
 */
export async function readPage<T, I extends object = TaskItem>(
  tenant: Tenant,
  request: PageRequest<T, I>,
): Promise<ReadPage<T, I>> {
  const { index, partition, descending = false, after, limit, show } = request
  const filter = withinBounds(tenant, request)
  const { bytesOf = postedBytes, maxBytes = maxPageBytes } = request
  const keyOf = (item: object) => String((item as Item)[`${index}_sk`]) // items are read with their keys
  const found: Entry<T, I>[] = []
  let fit = 0
  let bytes = 0
  let resumeAfter = after ?? (descending ? '~' : ' ') // sorts after or before every key
  let ended: boolean
  // without a filter, few queries fill a page, so it is never cut short
  const { maxUnits = Infinity, startBeforeMs = tenant.deadlineMs - queryReserveMs } = request
  const isLoose = (request.isLoose ?? false) && filter === request.filter
  let marker: string | undefined
  let scanned = 0
  // a page may have the marker, too
  const markers = index === 'changes' ? 1 : 0
  const unitsBefore = tenant.usage.read_units
  const { mostItems } = table()
  const mayGoOn = () =>
    !filter || (Date.now() < startBeforeMs && tenant.usage.read_units - unitsBefore + queryUnits <= maxUnits)
  do {
    const page = await query(tenant, {
      index,
      condition: `${index}_pk = :partition AND ${index}_sk ${descending ? '<' : '>'} :after`,
      filter: filter?.expression,
      names: filter?.names,
      values: { ...filter?.values, ':partition': partition, ':after': resumeAfter },
      descending,
      // one extra task shows whether there is a next page
      limit: Math.min(
        filter && !isLoose ? filteredQueryLimit : limit + 1 + markers - found.length,
        mostItems?.ofQuery ?? Infinity,
      ),
    })
    scanned += page.scanned
    for (const read of page.items) {
      if (isMarker(read)) {
        marker = keyOf(read)
        scanned--
        continue
      }
      const item = read as I // the partition contains no others
      if (filter?.matches?.(item) === false) continue
      const shown = show(item)
      bytes += bytesOf(shown)
      found.push({ item, shown })
      if (found.length <= limit && (bytes <= maxBytes || fit === 0)) fit = found.length
    }
    ended = page.last === undefined
    resumeAfter = page.last ? keyOf(page.last) : resumeAfter
  } while (!ended && found.length <= limit && bytes <= maxBytes && mayGoOn())
  const last = found[fit - 1]
  const next = fit < found.length && last ? keyOf(last.item) : ended ? undefined : resumeAfter
  return { entries: found.slice(0, fit), next, marker, scanned }
}
