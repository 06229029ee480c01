import { epochSeconds } from '../../table/item.ts'
import type { Storage } from '../../table/storage.ts'
import { updateOf } from '../../table/update-expression.ts'
import { update } from '../../table/write-items.ts'
import { rateKey, windowMs, type CountedMinute } from './key.ts'

/** How long a count is kept after the end of its minute. */
const keptMs = 5 * 60_000

/** The longest time to wait for a count, so that the request that waits for it is not delayed further. */
const patienceMs = 1_000

/**
 * Adds to the count of all containers for a minute. It takes one round trip and 1 write unit.
 * @returns the new count
 * @throws ApiError service_unavailable; any other error from storage, such as a missing permission
 */
export async function addToCount(storage: Storage, minute: CountedMinute, amount: number): Promise<number> {
  const expires_at = epochSeconds(minute.startMs + windowMs + keptMs)
  const deadlineMs = Math.min(storage.deadlineMs, Date.now() + patienceMs)
  const result = await update(
    { usage: storage.usage, deadlineMs },
    { Key: rateKey(minute), ...updateOf({ expires_at }, { requests: amount }) },
  )
  return result.refused ? amount : Number(result.item.requests) // it is never refused, because it has no condition
}
