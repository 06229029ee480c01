import { Logger } from '@aws-lambda-powertools/logger'
import { ApiError } from '../api-error.ts'
import { rateLimitHeaders } from '../rate-limit/headers.ts'
import type { Bucket } from '../rate-limit/key.ts'
import { RateLimiter, type Standing, type Verdict } from '../rate-limit/limiter.ts'
import { addToCount } from '../rate-limit/shared-count.ts'
import type { Caller } from '../store/caller.ts'
import { asApiError } from './render-error.ts'
import { viewerAddress } from './viewer-address.ts'
import type { ApiContext, ApiEvent, ApiMiddleware, KeyHolder } from './types.ts'

const logger = new Logger({ serviceName: 'tasks-api' })

/** What this process has counted. */
const limiter = new RateLimiter()

const bucketsOfToken = ({ accountId, token, rateLimits }: Caller): [Bucket, Bucket] => [
  { policy: 'token', accountId, key: token.id, limit: rateLimits.token },
  { policy: 'account', accountId, key: '', limit: rateLimits.account },
]

/** What a website sends may be a person's or a program's: no person sends a form more often than this per minute. */
const addressRateLimit = 10

/**
 * The limits of a key: those of what it stands for. What a browser sends always has an `Origin`, and counts by its
 * address too. Form services have few addresses for all their customers, and send no `Origin`.
 */
function bucketsOfKey({ accountId, rateLimit }: KeyHolder, event: ApiEvent): [Bucket, ...Bucket[]] {
  const { key, limit } = rateLimit
  const form = { policy: 'form', accountId, key, limit }
  if (event.headers.origin === undefined) return [form]
  const address = viewerAddress(event)
  return [form, { policy: 'address', accountId, key: `${key} ${address}`, limit: addressRateLimit }]
}

/** The limits that a request counts towards; none when nobody is known to send it. */
function bucketsOf({ caller, holder }: ApiContext, event: ApiEvent): [Bucket, ...Bucket[]] | undefined {
  if (caller) return bucketsOfToken(caller)
  return holder && bucketsOfKey(holder, event)
}

/** What each limit is about, for its message. */
const limited: Record<string, string> = {
  token: 'this token may send',
  account: 'this account may send',
  form: 'this form takes',
  address: 'this form takes from one address',
}

const rateLimited = ({ policy, limit, resetSeconds }: Standing): ApiError =>
  new ApiError(
    'rate_limited',
    `Too many requests: ${limited[policy] ?? policy} ${limit} a minute. Try again in ${resetSeconds} s.`,
    { headers: { 'Retry-After': String(resetSeconds) } },
  )

/** Waits for what was begun beside the request. Whatever became of it, the request has its answer. */
async function finish({ sharing }: Verdict, context: ApiContext): Promise<void> {
  for (const result of await sharing) {
    if (result.status === 'fulfilled') continue
    const cause: unknown = result.reason instanceof ApiError ? result.reason.cause : result.reason
    logger.warn({
      message: 'a count of requests was not shared',
      account_id: (context.caller ?? context.holder)?.accountId,
      request_id: context.requestId,
      cause: cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined,
    })
  }
}

/**
 * Limits what a token and its account may send per minute. The counts of all containers are added up beside the
 * request's own work: docs/architecture.md, "Fair share". Every answer from here on says what is left.
 * @throws ApiError rate_limited
 */
export const limitRate = (): ApiMiddleware => {
  const verdicts = new WeakMap<ApiContext, Verdict>()
  return {
    before: function countRequest({ event, context }) {
      const buckets = bucketsOf(context, event)
      if (!buckets) return
      const verdict = limiter.take(buckets, 1, (minute, amount) =>
        addToCount(context.invocation.storage, minute, amount),
      )
      verdicts.set(context, verdict)
      if (!verdict.isAllowed) throw rateLimited(verdict.standing)
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
      // the answer is not rendered yet: the error carries its headers
      const error = asApiError(request.error)
      error.extras.headers = { ...rateLimitHeaders(verdict.standing), ...error.extras.headers }
      request.error = error
    },
  }
}
