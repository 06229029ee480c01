import { ApiError, asApiError } from '../contract/api-error.ts'
import { writeLog } from './invocation/log.ts'
import { type Bucket, windowMs, rateKey, type CountedMinute } from './rate-limit/key.ts'
import { RateLimiter, type Share, type Standing, type Verdict } from './rate-limit/limiter.ts'
import type { Caller } from '../tokens/caller.ts'
import type { AddressLimit } from './address-limit.ts'
import type { KeyAccess } from './key-access.ts'
import type { ApiContext, ApiMiddleware, KeyHolder } from './types.ts'
import { epochSeconds } from '../table/item.ts'
import type { Storage } from '../table/storage.ts'
import { updateOf } from '../table/update-expression.ts'
import { update } from '../table/write-items.ts'

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

/**
 * Returns the rate limit headers. Each is a list of one structured string with parameters (RFC 9651): `q` requests are
 * allowed in `w` seconds, and `r` of them are left for the next `t` seconds.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/, sections 3 and 4
 */
export const rateLimitHeaders = ({ policy, limit, remaining, resetSeconds }: Standing) => ({
  'RateLimit-Policy': `"${policy}";q=${limit};w=${windowMs / 1000}`,
  RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
})

/** The counts of this process. */
const limiter = new RateLimiter()

const bucketsOfToken = ({ accountId, token, rateLimits }: Caller): [Bucket, Bucket] => [
  { policy: 'token', accountId, key: token.id, limit: rateLimits.token },
  { policy: 'account', accountId, key: '', limit: rateLimits.account },
]

/** How the error message describes each limit. */
const limited: Record<string, string> = {
  token: 'this token may send',
  account: 'this account may send',
  form: 'this form takes',
  calendar: 'this calendar answers',
  unsigned: 'without its signature this form answers',
  address: 'this form takes from one address',
  'sign-in': 'one address may try to sign in',
}

/** @param session that of a person, who has signed in and knows of no token */
const rateLimited = ({ policy, limit, resetSeconds }: Standing, session?: object | null): ApiError =>
  new ApiError(
    'rate_limited',
    `Too many requests: ${session && policy === 'token' ? 'you may send' : (limited[policy] ?? policy)} ${limit} a minute. Try again in ${resetSeconds} s.`,
    { headers: { 'Retry-After': String(resetSeconds) } },
  )

/** Waits until the counts are shared. A failure is only logged: it does not change the answer to the request. */
async function finish({ sharing }: Verdict, context: ApiContext): Promise<void> {
  for (const result of await sharing) {
    if (result.status === 'fulfilled') continue
    const cause: unknown = result.reason instanceof ApiError ? result.reason.cause : result.reason
    writeLog('warn', {
      message: 'a count of requests was not shared',
      account_id: (context.caller ?? context.holder)?.accountId,
      request_id: context.requestId,
      cause: cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined,
    })
  }
}

/**
 * Limits the requests per minute of a token and its account, or of the holder of a key. The counts of all containers
 * are added up in parallel with the request's own work (docs/decisions.md, "Fair share"). Every answer to a counted
 * request has the rate limit headers.
 * @param bucketsOfKey returns the buckets for a request with a key in its path, for endpoints with one
 * @param bucketOfAddress returns the bucket for an endpoint that anyone may call; its code counts in it, and the
 * request itself does not count
 * @throws ApiError rate_limited
 */
export const limitRate = (
  bucketsOfKey?: KeyAccess<KeyHolder>['bucketsOf'],
  bucketOfAddress?: AddressLimit['bucketOfAddress'],
): ApiMiddleware => {
  const verdicts = new WeakMap<ApiContext, Verdict>()
  return {
    before: function countRequest({ event, context }) {
      const { caller, holder } = context
      const isForged = context.signatureProblem !== undefined
      const known = caller ? bucketsOfToken(caller) : holder && bucketsOfKey?.(holder, isForged, event)
      // anyone may call, so nobody is known
      const buckets = known ?? (bucketOfAddress && ([bucketOfAddress(event)] as [Bucket]))
      if (!buckets) return
      const count = (requests: number, counted: number) => {
        const share: Share = (minute, amount) => addToCount(context.invocation.storage, minute, amount)
        const verdict = limiter.take(buckets, requests, share, counted)
        const earlier = verdicts.get(context)
        const sharing = Promise.all([earlier?.sharing ?? [], verdict.sharing]).then((all) => all.flat())
        verdicts.set(context, { ...verdict, sharing })
        if (!verdict.isAllowed) throw rateLimited(verdict.standing, caller?.session)
      }
      const own = known ? 1 : 0
      if (own > 0) count(own, 0)
      // together with the request itself, so that an unused minute has room for a request of any size
      context.charge = (requests) => {
        if (requests > 0) count(requests, own)
      }
    },
    after: async function addRateLimit({ context, response }) {
      const verdict = verdicts.get(context)
      if (!verdict) return
      await finish(verdict, context)
      if (response) response.headers = { ...rateLimitHeaders(verdict.standing), ...response.headers }
    },
    onError: async function addRateLimitToError(request) {
      const verdict = verdicts.get(request.context)
      if (!verdict) return
      await finish(verdict, request.context)
      // the answer is not rendered yet, so the headers are added to the error
      const error = asApiError(request.error)
      error.extras.headers = { ...rateLimitHeaders(verdict.standing), ...error.extras.headers }
      request.error = error
    },
  }
}
