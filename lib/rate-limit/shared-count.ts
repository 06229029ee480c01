import { epochSeconds } from '../store/item.ts'
import type { Storage } from '../store/storage.ts'
import { updateOf } from '../store/update-expression.ts'
import { update } from '../store/write-items.ts'
import { rateKey, windowMs, type CountedMinute } from './key.ts'

/** How long a count is kept after its minute: nobody asks for it any more. */
const keptMs = 5 * 60_000

/** A count that takes longer is given up: the request that waits for it must not be late. */
const patienceMs = 1_000

/**
 * Adds to what all containers have counted in a minute. One round trip, 1 write unit.
 * @returns the count of all
 * @throws ApiError service_unavailable; any other fault of storage, also a lack of permission
 */
export async function addToCount(storage: Storage, minute: CountedMinute, amount: number): Promise<number> {
  const expires_at = epochSeconds(minute.startMs + windowMs + keptMs)
  const deadlineMs = Math.min(storage.deadlineMs, Date.now() + patienceMs)
  const result = await update(
    { usage: storage.usage, deadlineMs },
    { Key: rateKey(minute), ...updateOf({ expires_at }, { requests: amount }) },
  )
  return result.refused ? amount : Number(result.item.requests) // there is no condition that could refuse
}
