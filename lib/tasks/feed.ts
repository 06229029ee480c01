import { ApiError } from '../contract/api-error.ts'
import { trashRetentionDays } from '../contract/limits.ts'
import { theClock } from '../table/clock.ts'
import { decodeCursor, encodeCursor, resumePointShapes } from '../table/cursor.ts'
import type { Item } from '../table/item.ts'
import { query } from '../table/read-items.ts'
import { whileWithin, type BoundsCondition, type Tenant } from '../table/tenant.ts'
import type { Origin } from './origin.ts'
import { whereDeparted } from './departures.ts'
import { isOfMarker, writeMarker } from './marker.ts'
import { maxReadUnits, readPage, type ReadPage } from './page.ts'
import { changeKey, trashRetentionMs } from './task-item.ts'
import { withOrigin, writtenBy } from './writer.ts'

/*
 * How a reader follows what changes: of tasks in changes.ts, of comments in lib/comments/changes.ts. Both have the same
 * guarantees and the same cursors.
 */

/** What stands in a feed. */
interface FeedItem {
  id: string
  updated_at: string
}

/** A filter of a feed, as a query needs it. */
interface FeedConditions {
  expression: string
  values: Item
}

/** A feed: a partition of the index of changes, and how it shows what stands there. */
export interface Feed<I extends FeedItem, C> {
  /** Names the feed, and what it is limited to, in its cursors. */
  scope: readonly string[]
  partition: string
  /** The sort key of its marker in the table: marker.ts. */
  marker: string
  filter: FeedConditions | undefined
  /** Null for a tombstone that is no longer kept. */
  show: (item: I) => C | null
}

/**
 * When the index shows a write with a stamp, it shows all whose stamps are this much earlier. It is the sum of three delays
 * that may occur together: a write waits up to 2 s with one stamp (retried.ts), two clocks may differ by 4 s, and the index may
 * show writes of up to 4 s in another order. How late the index is does not count: `settledBy`. A reader gets changes that are
 * younger than this a second time.
 */
const settleMs = 10_000

/** How far the clock that wrote a cursor may be ahead of this one. It is part of the settle time. */
const maxSkewMs = 4_000

/** Where a reader of the feed resumes. A reader reads rounds of pages; a round ends when `has_more` is false. */
interface ResumePoint {
  /** The reader has certainly seen all changes up to this time. The next round begins here, so none is missed. */
  settled: string
  /** Within a round: the sort key of the last change that was returned. */
  reached?: string
  /** Whether the round began without a cursor. Then its reader does not need the deletions before it. */
  isFirstRound: boolean
}

/** Whether tombstones that the reader has not seen may be purged already. */
function isExpired({ settled, reached, isFirstRound }: ResumePoint): boolean {
  const oldest = isFirstRound ? settled : (reached ?? settled)
  // compare as text: then a forged cursor with an impossible date needs no special case
  return oldest < new Date(Date.now() - trashRetentionMs).toISOString()
}

/**
 * Whether the cursor's settled time is too far ahead: the clock that wrote it was wrong and has been corrected. The
 * reader would miss all changes until that time.
 */
const isAhead = ({ settled }: ResumePoint): boolean =>
  settled > new Date(Date.now() - settleMs + maxSkewMs).toISOString()

function formatResumePoint({ settled, reached, isFirstRound }: ResumePoint): string {
  const epoch = theClock().epoch()
  return [settled, reached ?? '', isFirstRound ? 'first' : '', ...(epoch === '' ? [] : [epoch])].join(' ')
}

function parseResumePoint(text: string): ResumePoint & { epoch: string } {
  const [settled = '', reached = '', first, epoch = ''] = text.split(' ')
  return { settled, ...(reached !== '' && { reached }), isFirstRound: first === 'first', epoch }
}

/** A page of changes. If `has_more` is true, the next page can be read at once. */
export interface FeedPage<C> {
  changes: C[]
  next_cursor: string
  has_more: boolean
}

/** Where a reader of a feed begins. */
export interface FeedQuery {
  limit: number
  cursor?: string | undefined
  from?: 'now' | undefined
}

/** What a reader of a feed leaves out. */
export interface FeedFilter {
  /** What was last written with one of these origins. */
  excludeOriginId?: string[] | undefined
  /** What this token wrote last. */
  excludeToken?: Pick<Origin, 'token_id' | 'member_id'> | undefined
}

/** The conditions that leave out a reader's own echo. */
const withoutEcho = ({ excludeOriginId = [], excludeToken }: FeedFilter): BoundsCondition[] => [
  ...excludeOriginId.map((id, index) => ({
    condition: `NOT contains(writer, :origin${index})`,
    values: { [`:origin${index}`]: withOrigin(id) },
  })),
  ...(excludeToken === undefined ? [] : writtenBy(excludeToken)).map((prefix, index) => ({
    condition: `NOT begins_with(writer, :self${index})`,
    values: { [`:self${index}`]: prefix },
  })),
]

/** The condition that a marker meets, and nothing else: marker.ts. */
const markerCondition = 'attribute_not_exists(version)'

/**
 * The filter of what a reader wants: what is within its bounds but for its own echo, those that have left its bounds, whoever
 * wrote them, and the marker. Undefined when it wants everything.
 */
export function feedFilter(
  tenant: Pick<Tenant, 'projectIds'>,
  asked: FeedFilter,
): FeedConditions | undefined {
  const within = whileWithin(tenant)
  const wanted = [...(within ? [within] : []), ...withoutEcho(asked)]
  if (wanted.length === 0) return undefined
  const departed = within && whereDeparted(tenant.projectIds ?? [])
  return {
    expression: [
      markerCondition,
      `(${wanted.map(({ condition }) => condition).join(' AND ')})`,
      ...(departed ? [`(NOT ${within.condition} AND (${departed.condition}))`] : []),
    ].join(' OR '),
    values: Object.assign({}, ...wanted.map(({ values }) => values), departed?.values) as Item,
  }
}

/**
 * Reads a cursor of the feed.
 * @throws ApiError invalid_request when it does not belong to this feed; cursor_expired when it is older than 40 days, or
 *   ahead of this clock, or when this clock was set back since
 */
function readCursor(scope: readonly string[], cursor: string): ResumePoint {
  const known = parseResumePoint(decodeCursor(scope, cursor, resumePointShapes.changes))
  if (known.epoch !== theClock().epoch()) {
    throw new ApiError(
      'cursor_expired',
      "The service's clock was set back since the cursor was made, so changes may be missing: start again without a cursor.",
    )
  }
  if (isExpired(known)) {
    throw new ApiError(
      'cursor_expired',
      `The cursor is older than ${trashRetentionDays} days, so deletions may be missing: start again without a cursor.`,
    )
  }
  if (isAhead(known)) {
    throw new ApiError(
      'cursor_expired',
      "The cursor is ahead of the service's clock, so changes may be missing: start again without a cursor.",
    )
  }
  return known
}

/**
 * Returns the time up to which the reader who has a cursor of the feed has seen all changes, in ms since 1970; NaN if a
 * forged cursor holds an impossible date.
 * @throws ApiError as listFeed
 */
export function cursorTimeMs({ scope }: Pick<Feed<never, unknown>, 'scope'>, cursor: string): number {
  const { settled, reached = settled } = readCursor(scope, cursor)
  return Date.parse(reached.slice(0, settled.length)) // without the id
}

/** The time of a sort key of the index, in ms since 1970. */
const timeOf = (key: string): number => Date.parse(key.slice(0, 'YYYY-MM-DDThh:mm:ss.sssZ'.length))

/** The last sort key that a right clock can have given: a later one shows nothing of what the index has. */
const lastKey = (nowMs: number): string => `${new Date(nowMs + maxSkewMs).toISOString()}~`

/** What the index has shown of the newest writes. */
interface Shown {
  /** The newest sort key that it has shown, of an item or of the marker. */
  newest?: string | undefined
  /** The time of a marker that it does not show yet, in ms since 1970. */
  waitingMs?: number | undefined
}

/**
 * Within a day, an index shows a write. This counts only until a marker waits to be shown, so where nobody has read the feed
 * and nothing has changed in it for as long.
 */
const longestLagMs = 24 * 60 * 60 * 1000

/** The time up to which a reader has seen all changes, in ms since 1970, if it reads what the index shows. */
const settledBy = (nowMs: number, { newest, waitingMs = nowMs }: Shown): number =>
  Math.min(
    nowMs - settleMs,
    Math.max(newest === undefined ? -Infinity : timeOf(newest) - settleMs, waitingMs - longestLagMs),
  )

/** The newest sort key that the whole feed shows. */
async function newestKey(tenant: Tenant, partition: string, nowMs: number): Promise<string | undefined> {
  const { items } = await query(tenant, {
    index: 'changes',
    condition: 'changes_pk = :partition AND changes_sk < :last',
    values: { ':partition': partition, ':last': lastKey(nowMs) },
    descending: true,
    limit: 1,
  })
  return items[0] && String(items[0].changes_sk) // every item of the index has it
}

type Read<C> = ReadPage<C | null, FeedItem>

/** The newest sort key of a page at the end of the feed. */
const newestOf = ({ entries, marker = '' }: Read<unknown>, nowMs: number): string | undefined =>
  [marker, ...entries.slice(-1).map(({ item: { updated_at, id } }) => changeKey(updated_at, id))]
    .filter((key) => key !== '' && key < lastKey(nowMs))
    .sort()
    .at(-1)

/** A cursor that is held back this far is worth a marker even if nothing has changed, in ms: it must not grow old. */
const refreshMs = 60 * 60 * 1000

/** A page that costs more than this many read units is not read again to look for the marker. */
const cheapUnits = 32

/** What the markers of the feed told while a page was read. */
interface Lag {
  /** How long the index has not shown a marker, in ms; 0 if it shows them. */
  lagMs: number
  /** Why a marker could not be written. The cursor stays where it is. */
  error?: unknown
}

/**
 * Reads the first page of a round. If it is the last as well, and has old changes that the cursor can only pass with a
 * marker, it writes one, and reads the page again: mostly the index shows the marker at once. If more
 * pages follow, it writes one for the next round.
 */
async function beginRound<C>(
  tenant: Tenant,
  feed: Pick<Feed<never, C>, 'partition' | 'marker'>,
  { settled, nowMs, read }: { settled: string | undefined; nowMs: number; read: () => Promise<Read<C>> },
): Promise<{ page: Read<C>; settledMs: number } & Lag> {
  const unitsBefore = tenant.usage.read_units
  const page = await read()
  const units = tenant.usage.read_units - unitsBefore
  const isOldEnough = (timeMs: number) => timeMs <= nowMs - settleMs
  if (page.next !== undefined) {
    const newest = await newestKey(tenant, feed.partition, nowMs)
    const isLast = newest !== undefined && !isOfMarker(newest) && isOldEnough(timeOf(newest))
    // without a marker to pass, the next round would have all these pages again, and so would each after it
    const { error } = isLast ? await writeMarker(tenant, feed, nowMs, newest) : {}
    return { page, settledMs: settledBy(nowMs, { newest }), lagMs: 0, error }
  }
  const newest = newestOf(page, nowMs)
  const settledMs = settledBy(nowMs, { newest })
  const isOld = newest === undefined || isOldEnough(timeOf(newest))
  const isHeld =
    page.scanned > page.entries.length ||
    page.entries.some(({ item: { updated_at } }) => {
      const timeMs = Date.parse(updated_at)
      return timeMs > settledMs && isOldEnough(timeMs)
    })
  const isStale = settled !== undefined && Math.max(settledMs, Date.parse(settled)) < nowMs - refreshMs
  if (!isOld || !(isHeld || isStale)) return { page, settledMs, lagMs: 0 }
  const { isWritten, waitingMs, error } = await writeMarker(tenant, feed, nowMs, newest ?? settled ?? ' ')
  const again = isWritten && units <= cheapUnits ? await read() : page
  const shown = (again.marker ?? '') > (page.marker ?? '')
  const lagMs = shown || waitingMs === undefined ? 0 : Math.max(0, nowMs - waitingMs)
  // what came in between may fill the page, and then its end was not read
  const newestNow = again.next === undefined ? newestOf(again, nowMs) : newest
  const settledNow = settledBy(nowMs, { newest: newestNow, waitingMs: shown ? undefined : waitingMs })
  return { page: again, settledMs: settledNow, lagMs, error }
}

/**
 * Lists what has changed since a cursor, oldest first; without a cursor, since the beginning. Each item is
 * returned once, in its current state. Changes of the last ten seconds, and those whose predecessors the index may not show
 * yet, are returned again in the next round. The cursor moves past changes that a filter leaves out. With a filter or bounds,
 * one request reads at most 4 MiB, so a page may be short or empty although others follow.
 * @param feedQuery `from: 'now'` returns only a cursor, for a reader that gets the current state from the lists
 * @throws ApiError invalid_request when the cursor does not belong to this feed; cursor_expired when it is older than
 * 40 days, or ahead of this clock, or when this clock was set back since
 */
export async function listFeed<I extends FeedItem, C>(
  tenant: Tenant,
  feed: Feed<I, C>,
  { limit, cursor, from }: FeedQuery,
): Promise<{ page: FeedPage<C> } & Lag> {
  const { scope, partition } = feed
  const nowMs = theClock().nowMs()
  const cursorAt = (point: ResumePoint) => encodeCursor(scope, formatResumePoint(point))
  if (from === 'now') {
    const settledMs = settledBy(nowMs, { newest: await newestKey(tenant, partition, nowMs) })
    const next_cursor = cursorAt({ settled: new Date(settledMs).toISOString(), isFirstRound: false })
    return { page: { changes: [], next_cursor, has_more: false }, lagMs: 0 }
  }
  const known = cursor === undefined ? undefined : readCursor(scope, cursor)
  const read = () =>
    readPage<C | null, I>(tenant, {
      index: 'changes',
      partition,
      after: known?.reached ?? known?.settled,
      limit,
      filter: feed.filter,
      maxUnits: maxReadUnits,
      isFeed: true,
      show: (item) => feed.show(item),
    })
  const startsRound = known?.reached === undefined
  const { page, settledMs, ...lag } = startsRound
    ? await beginRound(tenant, feed, { settled: known?.settled, nowMs, read })
    : { page: await read(), settledMs: 0, lagMs: 0 }
  const settling = new Date(settledMs).toISOString()
  // the settled time never goes back, and stays the same within a round
  const settled = known && known.settled > settling ? known.settled : settling
  const { next } = page
  const isFirstRound = known ? known.isFirstRound && !startsRound : true
  return {
    page: {
      changes: page.entries.flatMap(({ shown }) => shown ?? []),
      next_cursor: cursorAt(
        next === undefined ? { settled, isFirstRound: false } : { settled, reached: next, isFirstRound },
      ),
      has_more: next !== undefined,
    },
    ...lag,
  }
}
