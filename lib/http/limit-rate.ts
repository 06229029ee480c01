import { Logger } from '@aws-lambda-powertools/logger'
import { ApiError } from '../api-error.ts'
import { rateLimitHeaders } from '../rate-limit/headers.ts'
import type { Bucket } from '../rate-limit/key.ts'
import { RateLimiter, type Standing, type Verdict } from '../rate-limit/limiter.ts'
import { addToCount } from '../rate-limit/shared-count.ts'
import type { Caller } from '../store/caller.ts'
import { asApiError } from './render-error.ts'
import type { ApiContext, ApiMiddleware } from './types.ts'

const logger = new Logger({ serviceName: 'tasks-api' })

/** What this process has counted. */
const limiter = new RateLimiter()

const bucketsOf = ({ accountId, token, rateLimits }: Caller): [Bucket, Bucket] => [
  { policy: 'token', accountId, key: token.id, limit: rateLimits.token },
  { policy: 'account', accountId, key: '', limit: rateLimits.account },
]

const rateLimited = ({ policy, limit, resetSeconds }: Standing): ApiError =>
  new ApiError(
    'rate_limited',
    `Too many requests: this ${policy} may send ${limit} a minute. Try again in ${resetSeconds} s.`,
    { headers: { 'Retry-After': String(resetSeconds) } },
  )

/** Waits for what was begun beside the request. Whatever became of it, the request has its answer. */
async function finish({ sharing }: Verdict, context: ApiContext): Promise<void> {
  for (const result of await sharing) {
    if (result.status === 'fulfilled') continue
    const cause: unknown = result.reason instanceof ApiError ? result.reason.cause : result.reason
    logger.warn({
      message: 'a count of requests was not shared',
      account_id: context.caller?.accountId,
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
    before: function countRequest({ context }) {
      const { caller, invocation } = context
      if (!caller) return
      const verdict = limiter.take(bucketsOf(caller), 1, (minute, amount) =>
        addToCount(invocation.storage, minute, amount),
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
