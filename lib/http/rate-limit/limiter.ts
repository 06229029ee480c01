import QuickLRU from 'quick-lru'
import { digestOf, windowMs, type Bucket, type CountedMinute } from './key.ts'

/** After this many requests, a container adds them to the count that all containers share. */
export const shareEvery = 10

/** The requests that are left of a bucket in the current minute. */
export interface Standing {
  policy: string
  /** Requests per minute. */
  limit: number
  remaining: number
  /** Whole seconds until the bucket is full again: 1 to 60. */
  resetSeconds: number
}

export interface Verdict {
  isAllowed: boolean
  /** The bucket that refused the request; if it was allowed, the bucket with the fewest requests left. */
  standing: Standing
  /**
   * Resolves when the counts that were due with this request have been shared, or sharing them has failed. It never
   * rejects. Await it before you answer the request: Lambda freezes the process after the answer.
   */
  sharing: Promise<PromiseSettledResult<void>[]>
}

/**
 * Adds to the count of all containers.
 * @returns the new count
 */
export type Share = (minute: CountedMinute, amount: number) => Promise<number>

/** A bucket's minute as this container knows it. */
interface Minute extends CountedMinute {
  /** The count of all containers, as it was last read. */
  shared: number
  /** Requests in this container that are not in `shared` yet. */
  unshared: number
  isSharing: boolean
}

interface LimiterOptions {
  /** Milliseconds since 1970. */
  nowMs?: () => number
  /** The number of buckets to remember. A bucket that is forgotten starts again at 0. */
  maxBuckets?: number
}

const count = ({ shared, unshared }: Minute): number => shared + unshared

/** Returns the start of a bucket's current minute. Buckets start at different times, so they do not all reset at once. */
function startOf(digest: Buffer, nowMs: number): number {
  const offsetMs = digest.readUInt32BE(0) % windowMs
  return Math.floor((nowMs - offsetMs) / windowMs) * windowMs + offsetMs
}

const standingOf = ({ policy, limit }: Bucket, minute: Minute, nowMs: number): Standing => ({
  policy,
  limit,
  remaining: Math.max(0, limit - count(minute)),
  resetSeconds: Math.ceil((minute.startMs + windowMs - nowMs) / 1000),
})

/** Adds a minute's unshared requests to the shared count. If that fails, only this container counts them. */
async function shareMinute(minute: Minute, share: Share): Promise<void> {
  const amount = minute.unshared
  minute.isSharing = true
  let total = minute.shared + amount
  try {
    total = Math.max(total, await share(minute, amount))
  } finally {
    minute.shared = total
    minute.unshared -= amount
    minute.isSharing = false
  }
}

/**
 * Limits requests approximately, without adding a round trip to a request: docs/decisions.md, "Fair share". Each
 * container counts its own requests. With every tenth request it adds them to the shared count, in parallel with that
 * request's own work, and uses the result from the next request on. So each container can exceed a limit by at most ten
 * requests.
 */
export class RateLimiter {
  readonly #minutes: QuickLRU<string, Minute>
  readonly #nowMs: () => number

  constructor({ nowMs = () => Date.now(), maxBuckets = 10_000 }: LimiterOptions = {}) {
    this.#nowMs = nowMs
    this.#minutes = new QuickLRU({ maxSize: maxBuckets })
  }

  #minuteOf(bucket: Bucket, nowMs: number): Minute {
    const { accountId, policy, key } = bucket
    const name = `${accountId} ${policy} ${key}`
    const known = this.#minutes.get(name)
    const digest = known?.digest ?? digestOf(bucket)
    const startMs = startOf(digest, nowMs)
    if (known?.startMs === startMs) return known
    const minute = { accountId, policy, digest, startMs, shared: 0, unshared: 0, isSharing: false }
    this.#minutes.set(name, minute)
    return minute
  }

  /**
   * Counts a request in all of its buckets, or in none of them if it is refused.
   * @param cost how many requests it counts as; at most the bucket's limit is counted
   * @param counted how many requests it counted as before: both together are at most the bucket's limit
   */
  take(buckets: readonly [Bucket, ...Bucket[]], cost: number, share: Share, counted = 0): Verdict {
    const nowMs = this.#nowMs()
    const entries = buckets.map((bucket) => {
      const minute = this.#minuteOf(bucket, nowMs)
      const taken = Math.min(cost, Math.max(0, bucket.limit - counted))
      return { bucket, minute, taken, isFull: count(minute) + taken > bucket.limit }
    })
    const isAllowed = entries.every(({ isFull }) => !isFull)
    const due: Promise<void>[] = []
    if (isAllowed) {
      for (const { minute, taken } of entries) {
        minute.unshared += taken
        if (minute.unshared >= shareEvery && !minute.isSharing) due.push(shareMinute(minute, share))
      }
    }
    const [standing] = entries
      .filter(({ isFull }) => isAllowed || isFull)
      .map(({ bucket, minute }) => standingOf(bucket, minute, nowMs))
      .sort((a, b) => a.remaining - b.remaining) as [Standing, ...Standing[]] // there is at least one bucket
    return { isAllowed, standing, sharing: Promise.allSettled(due) }
  }
}
