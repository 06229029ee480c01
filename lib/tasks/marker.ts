import QuickLRU from 'quick-lru'
import { ApiError } from '../contract/api-error.ts'
import { accountPartition, epochSeconds, type Key } from '../table/item.ts'
import type { Tenant } from '../table/tenant.ts'
import { updateIf } from '../table/update-expression.ts'
import { update } from '../table/write-items.ts'
import { changeKey } from './task-item.ts'

/*
 * DynamoDB says of no index how late it shows a write. So a reader of the change feed writes an item, the marker, and waits
 * until the index shows it: what was written before is shown then, too. The marker is in the partition of the account's tasks,
 * in the table and in the index, because each partition may be late by itself.
 */

/** Sorts after the tasks of the same millisecond: RFC 9562, section 5.10. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Whether a sort key of the index is that of a marker. */
export const isOfMarker = (key: string): boolean => key.endsWith(lastId)

/** Where the marker of a feed is: its sort key in the table, and its partition of the index. */
export interface MarkerPlace {
  marker: string
  partition: string
}

const markerKey = ({ accountId }: Pick<Tenant, 'accountId'>, { marker }: MarkerPlace): Key => ({
  pk: accountPartition(accountId),
  sk: marker,
})

/**
 * What a marker at a time holds beside its key. It looks like a tombstone that has expired: releases that know no markers
 * leave it out of every answer, and the table's TTL deletes it.
 */
const attributesAt = ({ partition }: MarkerPlace, timeMs: number) => {
  const deleted_at = new Date(timeMs).toISOString()
  return {
    changes_pk: partition,
    changes_sk: changeKey(deleted_at, lastId),
    deleted_at,
    expires_at: epochSeconds(timeMs),
  }
}

/** All attributes of a marker. The function that writes it may write no others. */
export const markerAttributes = ['pk', 'sk', 'changes_pk', 'changes_sk', 'deleted_at', 'expires_at'] as const

/** What came of an attempt to write the marker. */
export interface Marking {
  /** The time of a marker that the index does not show yet, in ms since 1970: the new one, or an earlier one. */
  waitingMs?: number
  isWritten: boolean
  /** Why it was not written, if not because of an earlier one. */
  error?: unknown
}

/** A reader does not wait longer for its marker, in ms. */
const patienceMs = 300

/** No process tries more often than this to write the marker of an account, in ms. */
const pauseMs = 1_000

/** The last attempts of this process, by account and feed. */
const attempts = new QuickLRU<string, Marking>({ maxSize: 1_000, maxAge: pauseMs })

/**
 * Writes the marker with the time `nowMs`, unless there is one that the index does not show yet. It never throws: without a
 * marker, a reader waits, and loses nothing.
 * @param shown the sort key up to which the index has been read: a marker after it is not shown yet
 */
export async function writeMarker(
  tenant: Tenant,
  place: MarkerPlace,
  nowMs: number,
  shown: string,
): Promise<Marking> {
  const name = `${tenant.accountId} ${place.marker}`
  const last = attempts.get(name)
  if (last) return { ...last, isWritten: false }
  const marking = await tryToWrite(tenant, place, nowMs, shown)
  attempts.set(name, marking)
  return marking
}

async function tryToWrite(
  tenant: Tenant,
  place: MarkerPlace,
  nowMs: number,
  shown: string,
): Promise<Marking> {
  const deadlineMs = Math.min(tenant.deadlineMs, Date.now() + patienceMs)
  try {
    const result = await update(
      { ...tenant, deadlineMs },
      {
        Key: markerKey(tenant, place),
        ...updateIf(attributesAt(place, nowMs), {
          ConditionExpression: 'attribute_not_exists(changes_sk) OR changes_sk <= :shown',
          ExpressionAttributeValues: { ':shown': shown },
        }),
      },
    )
    if (!result.refused) return { isWritten: true, waitingMs: nowMs }
    const { deleted_at } = result.found ?? {}
    return { isWritten: false, ...(typeof deleted_at === 'string' && { waitingMs: Date.parse(deleted_at) }) }
  } catch (error) {
    return { isWritten: false, error: error instanceof ApiError ? (error.cause ?? error) : error }
  }
}
