import { Logger } from '@aws-lambda-powertools/logger'
import { openStorage } from '../store/send.ts'
import { ApiError } from '../api-error.ts'
import { requestCounter } from './count-request.ts'
import type { ApiContext, ApiMiddleware } from './types.ts'

const logger = new Logger({ serviceName: 'tasks-api' })

/** Left for the answer when the time of a request runs out, in milliseconds. */
const answerReserveMs = 250

/** Whether the next request is the first of its process; with provisioned concurrency nobody waited for the start. */
let isFirst = process.env.AWS_LAMBDA_INITIALIZATION_TYPE !== 'provisioned-concurrency'

/** What the log may hold of an error: no request, no item, only where it happened. */
const describe = (cause: unknown): unknown =>
  cause instanceof Error
    ? { name: cause.name, message: cause.message, stack: cause.stack, cause: describe(cause.cause) }
    : undefined

/** Opens the request's storage, writes one line per request (never a token, a label or a body), and counts it. */
export const logRequest = (endpointId: string): ApiMiddleware => {
  const starts = new WeakMap<ApiContext, { atMs: number; cold: boolean }>()
  const countRequest = requestCounter(endpointId)
  const writeLine: ApiMiddleware['after'] = ({ event, context, response, error }) => {
    const failure = error instanceof ApiError ? error : undefined
    const { atMs = 0, cold = false } = starts.get(context) ?? {}
    const { usage } = context.storage
    const durationMs = Math.round(performance.now() - atMs)
    const line = {
      message: 'request',
      endpoint: endpointId,
      status: response?.statusCode,
      code: failure?.code,
      account_id: (context as Partial<ApiContext>).caller?.accountId, // absent until the token is known
      duration_ms: durationMs,
      cold_start: cold,
      ...usage,
      request_id: event.requestContext.requestId,
    }
    if (failure && failure.status >= 500) logger.error({ ...line, cause: describe(failure.cause) })
    else logger.info(line)
    countRequest({ status: response?.statusCode ?? 500, durationMs, coldStart: cold, usage })
  }
  return {
    before: function openRequest({ context }) {
      starts.set(context, { atMs: performance.now(), cold: isFirst })
      isFirst = false
      context.storage = openStorage(Date.now() + context.getRemainingTimeInMillis() - answerReserveMs)
    },
    after: writeLine,
    onError: writeLine,
  }
}
