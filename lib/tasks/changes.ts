import { ApiError } from '../contract/api-error.ts'
import { trashRetentionDays } from '../contract/limits.ts'
import { decodeCursor, encodeCursor, resumePointShapes } from '../table/cursor.ts'
import { accountPartition, hasExpired } from '../table/item.ts'
import { isWithin, type Bounds, type Tenant } from '../table/tenant.ts'
import type { Change } from './change.ts'
import type { Origin } from './origin.ts'
import { lastDeparture } from './departures.ts'
import { readPage, type PageRequest } from './page.ts'
import { eventIdAt, eventIdOf, toTask, trashRetentionMs, type TaskItem } from './task-item.ts'
import { decodeWriter, withOrigin, writtenBy } from './writer.ts'

/**
 * The age at which every reader can see a change. It is the sum of three delays that may occur together: a write waits
 * up to 2 s with one stamp (stamped.ts), an index may lag by 4 s, and two clocks may differ by 4 s. A reader gets
 * changes that are younger than this a second time.
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

const formatResumePoint = ({ settled, reached, isFirstRound }: ResumePoint): string =>
  [settled, reached ?? '', isFirstRound ? 'first' : ''].join(' ')

function parseResumePoint(text: string): ResumePoint {
  const [settled = '', reached = '', first] = text.split(' ')
  return { settled, ...(reached !== '' && { reached }), isFirstRound: first === 'first' }
}

/**
 * A task that has left the projects that the reader may see, shown as deleted at that time. Nothing in it depends on
 * later writes; null if the tombstone is no longer kept.
 */
function toDeparted(bounds: Bounds, item: TaskItem): Change | null {
  const departure = lastDeparture(bounds, item)
  if (!departure) return null
  const { id, external_id } = item
  const deleted_at = new Date(departure.atMs).toISOString()
  return {
    ...{ id: eventIdAt(id, deleted_at), version: departure.version, origin: null },
    ...{ type: 'deleted', reason: 'moved' },
    task: {
      ...{ id, project_id: departure.projectId },
      ...(external_id !== undefined && { external_id }),
      deleted_at,
    },
  }
}

/** The change of a task as the reader may see it; null for a tombstone that is no longer kept. */
function toChange(bounds: Bounds, item: TaskItem): Change | null {
  if (!isWithin(bounds, item.project_id)) return toDeparted(bounds, item)
  if (hasExpired(item)) return null
  const event = { id: eventIdOf(item), version: item.version, origin: decodeWriter(item.writer) }
  if (item.deleted_at === undefined) return { ...event, type: 'updated', task: toTask(item).task }
  const { id, project_id, external_id, deleted_at } = item
  return {
    ...event,
    type: 'deleted',
    task: { id, project_id, ...(external_id !== undefined && { external_id }), deleted_at },
  }
}

/** A page of changes. If `has_more` is true, the next page can be read at once. */
export interface ChangePage {
  changes: Change[]
  next_cursor: string
  has_more: boolean
}

/** The filters of a reader of the feed. */
export interface ChangesQuery {
  limit: number
  cursor?: string | undefined
  from?: 'now' | undefined
  /** Leaves out the tasks whose last write named one of these origins. */
  excludeOriginId?: string[] | undefined
  /** Leaves out the tasks that this token wrote last. */
  excludeToken?: Pick<Origin, 'token_id' | 'member_id'> | undefined
}

/** The filter that leaves out a reader's own echo; undefined when it wants everything. */
function echoFilter({ excludeOriginId = [], excludeToken }: ChangesQuery): PageRequest<unknown>['filter'] {
  const parts = [
    ...excludeOriginId.map((id, index) => ({
      expression: `NOT contains(writer, :origin${index})`,
      values: { [`:origin${index}`]: withOrigin(id) },
    })),
    ...(excludeToken === undefined ? [] : writtenBy(excludeToken)).map((prefix, index) => ({
      expression: `NOT begins_with(writer, :self${index})`,
      values: { [`:self${index}`]: prefix },
    })),
  ]
  if (parts.length === 0) return undefined
  return {
    expression: parts.map(({ expression }) => expression).join(' AND '),
    values: Object.assign({}, ...parts.map(({ values }) => values)) as Record<string, string>,
  }
}

const scopeOf = ({ accountId }: Pick<Tenant, 'accountId'>) => ['changes', accountPartition(accountId)]

/**
 * Reads a cursor of the feed.
 * @throws ApiError invalid_request when it does not belong to this feed; cursor_expired when it is older than 40 days, or
 *   ahead of this clock
 */
function readCursor(tenant: Tenant, cursor: string): ResumePoint {
  const known = parseResumePoint(decodeCursor(scopeOf(tenant), cursor, resumePointShapes.changes))
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
 * @throws ApiError as listChanges
 */
export function cursorTimeMs(tenant: Tenant, cursor: string): number {
  const { settled, reached = settled } = readCursor(tenant, cursor)
  return Date.parse(reached.slice(0, settled.length)) // without the task's id
}

/**
 * Lists the account's changes since a cursor, oldest first; without a cursor, since the beginning. Each task is
 * returned once, in its current state. Changes of the last ten seconds are returned again in the next round. The cursor
 * moves past changes that a filter leaves out.
 * @param changesQuery `from: 'now'` returns only a cursor, for a reader that gets the current tasks from the lists
 * @throws ApiError invalid_request when the cursor does not belong to this feed; cursor_expired when it is older than
 * 40 days, or ahead of this clock
 */
export async function listChanges(tenant: Tenant, changesQuery: ChangesQuery): Promise<ChangePage> {
  const { limit, cursor, from } = changesQuery
  const partition = accountPartition(tenant.accountId)
  const scope = scopeOf(tenant)
  const settling = new Date(Date.now() - settleMs).toISOString()
  if (from === 'now') {
    const next_cursor = encodeCursor(scope, formatResumePoint({ settled: settling, isFirstRound: false }))
    return { changes: [], next_cursor, has_more: false }
  }
  const known = cursor === undefined ? undefined : readCursor(tenant, cursor)
  const startsRound = known?.reached === undefined
  // the settled time never goes back: the clock that wrote the cursor may have been ahead of this one
  const settled = known && (!startsRound || known.settled > settling) ? known.settled : settling
  const after = known?.reached ?? known?.settled
  const { entries, next } = await readPage(tenant, {
    index: 'changes',
    partition,
    after,
    limit,
    filter: echoFilter(changesQuery),
    withDeparted: true,
    show: (item) => toChange(tenant, item),
  })
  const isFirstRound = known ? known.isFirstRound && !startsRound : true
  const resumePoint =
    next === undefined ? { settled, isFirstRound: false } : { settled, reached: next, isFirstRound }
  return {
    changes: entries.flatMap(({ shown }) => shown ?? []),
    next_cursor: encodeCursor(scope, formatResumePoint(resumePoint)),
    has_more: next !== undefined,
  }
}
