import QuickLRU from 'quick-lru'
import { digestOf, windowMs, type Bucket, type CountedMinute } from './key.ts'

/** After so many requests, a container adds them to the count that all containers share. */
export const shareEvery = 10

/** How far a bucket has come in its minute. */
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
  /** The bucket that refused; otherwise the one of which the least is left. */
  standing: Standing
  /**
   * Ends when the counts that were due with this request have been shared, or have failed to be. It never rejects.
   * Await it before the request is answered: Lambda freezes what is still under way then.
   */
  sharing: Promise<PromiseSettledResult<void>[]>
}

/**
 * Adds to the count of all containers.
 * @returns the whole of it
 */
export type Share = (minute: CountedMinute, amount: number) => Promise<number>

/** A bucket's minute as this container knows it. */
interface Minute extends CountedMinute {
  /** The count of all containers, when it was last heard of. */
  shared: number
  /** What came here since, and is not in it. */
  unshared: number
  isSharing: boolean
}

interface LimiterOptions {
  /** Milliseconds since 1970. */
  nowMs?: () => number
  /** At most so many buckets are remembered; one that is forgotten begins anew. */
  maxBuckets?: number
}

const count = ({ shared, unshared }: Minute): number => shared + unshared

/** By a bucket's own beginning of a minute: else those of all callers would begin at once. */
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

/** Shares what a minute has not shared yet. What fails counts here alone: nobody is refused for it elsewhere. */
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
 * Limits requests approximately, without a round trip of its own: docs/architecture.md, "Fair share". Each container
 * counts for itself. What it has counted is added to the shared count with every tenth request, beside that request's
 * own work, and the answer holds from the next request on. So all containers together let through at most ten
 * requests each above a limit.
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
   * Counts a request in all of its buckets, or in none: what is refused takes nothing from anybody.
   * @param cost how many requests it counts as; one that costs more than a whole limit counts as the limit
   */
  take(buckets: readonly [Bucket, ...Bucket[]], cost: number, share: Share): Verdict {
    const nowMs = this.#nowMs()
    const entries = buckets.map((bucket) => {
      const minute = this.#minuteOf(bucket, nowMs)
      const taken = Math.min(cost, bucket.limit)
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
      .sort((a, b) => a.remaining - b.remaining) as [Standing, ...Standing[]] // there is a bucket
    return { isAllowed, standing, sharing: Promise.allSettled(due) }
  }
}
