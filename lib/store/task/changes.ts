import { ApiError } from '../../api-error.ts'
import type { Change } from '../../contract/change.ts'
import { trashRetentionDays } from '../../contract/limits.ts'
import { decodeCursor, encodeCursor, placeShapes } from '../cursor.ts'
import type { Tenant } from '../tenant.ts'
import { accountPartition, hasExpired } from '../item.ts'
import { toTask, trashRetentionMs, type TaskItem } from './item.ts'
import { readPage } from './page.ts'

/**
 * How old a change is when every reader can see it. A write waits 2 s under one time (stamped.ts), an index may lag by
 * 4 s, and two clocks may differ by 4 s, all at once. It costs a reader no more than the changes of this age a second
 * time.
 */
const settleMs = 10_000

/** By how much the clock that wrote a cursor may be ahead of this one: its share of the settle time. */
const maxSkewMs = 4_000

/**
 * Where a reader of the feed is. `settled` is the time up to which everything has been handed out for certain.
 * Within a round of pages `reached` is the sort key of the last change seen; the next round begins at `settled`,
 * so that a change which the index showed late comes again rather than never.
 */
interface Place {
  settled: string
  reached?: string
  /** The round began with nothing: no deletion before it can matter to its reader. */
  isFirstRound: boolean
}

/** A cursor may be as old as the tombstones that lie behind it: what was purged would be missed. */
function isExpired({ settled, reached, isFirstRound }: Place): boolean {
  const oldest = isFirstRound ? settled : (reached ?? settled)
  // compared as text, so that a forged time which no calendar has needs no case of its own
  return oldest < new Date(Date.now() - trashRetentionMs).toISOString()
}

/**
 * A clock that was far ahead, and was set right since, settled a time that is yet to come: what is written until then
 * would be hidden from the cursor's holder.
 */
const isAhead = ({ settled }: Place): boolean =>
  settled > new Date(Date.now() - settleMs + maxSkewMs).toISOString()

const writePlace = ({ settled, reached, isFirstRound }: Place): string =>
  [settled, reached ?? '', isFirstRound ? 'first' : ''].join(' ')

function readPlace(place: string): Place {
  const [settled = '', reached = '', first] = place.split(' ')
  return { settled, ...(reached !== '' && { reached }), isFirstRound: first === 'first' }
}

function toChange(item: TaskItem): Change {
  if (item.deleted_at === undefined) return { type: 'updated', task: toTask(item).task }
  const { id, project_id, external_id, deleted_at } = item
  return {
    type: 'deleted',
    task: { id, project_id, ...(external_id !== undefined && { external_id }), deleted_at },
  }
}

/** A page of changes; `has_more` says whether to ask on at once. */
export interface ChangePage {
  changes: Change[]
  next_cursor: string
  has_more: boolean
}

/**
 * Reads what has changed in the account behind a cursor, oldest first; without one, everything there is. Each task
 * comes once, as it is now. What changed in the last ten seconds comes again in the next round. `from` now: only a
 * cursor, for a reader that takes what there is from the lists, and reads those after it.
 * @throws ApiError invalid_request when the cursor is not one of this feed; cursor_expired after `trashRetentionDays`, and when
 *   its clock was ahead of this one
 */
export async function listChanges(
  tenant: Tenant,
  { limit, cursor, from }: { limit: number; cursor?: string | undefined; from?: 'now' | undefined },
): Promise<ChangePage> {
  const partition = accountPartition(tenant.accountId)
  const scope = ['changes', partition]
  const settling = new Date(Date.now() - settleMs).toISOString()
  if (from === 'now') {
    const next_cursor = encodeCursor(scope, writePlace({ settled: settling, isFirstRound: false }))
    return { changes: [], next_cursor, has_more: false }
  }
  const known = cursor === undefined ? undefined : readPlace(decodeCursor(scope, cursor, placeShapes.changes))
  if (known && isExpired(known)) {
    throw new ApiError(
      'cursor_expired',
      `The cursor is older than ${trashRetentionDays} days, and deletions since then may be forgotten: begin anew, without a cursor.`,
    )
  }
  if (known && isAhead(known)) {
    throw new ApiError(
      'cursor_expired',
      "The cursor is ahead of the service's clock, and changes since then may be hidden: begin anew, without a cursor.",
    )
  }
  const starts = known?.reached === undefined
  // never back: the clock that wrote the cursor may have been ahead of this one
  const settled = known && (!starts || known.settled > settling) ? known.settled : settling
  const after = known?.reached ?? known?.settled
  const page = { index: 'changes', partition, after, limit, show: toChange } as const
  const { entries, next } = await readPage(tenant, page)
  const isFirstRound = known ? known.isFirstRound && !starts : true
  const place =
    next === undefined ? { settled, isFirstRound: false } : { settled, reached: next, isFirstRound }
  return {
    changes: entries.filter(({ item }) => !hasExpired(item)).map(({ shown }) => shown),
    next_cursor: encodeCursor(scope, writePlace(place)),
    has_more: next !== undefined,
  }
}
