import { Logger } from '@aws-lambda-powertools/logger'
import { openStorage } from '../store/storage.ts'
import { ApiError } from '../api-error.ts'
import { requestCounter } from './count-request.ts'
import type { ApiContext, ApiEvent, ApiMiddleware } from './types.ts'

const logger = new Logger({ serviceName: 'tasks-api' })

/** Left for the answer when the time of a request runs out, in milliseconds. */
const answerReserveMs = 250

/** Whether the next request is the first of its process; with provisioned concurrency nobody waited for the start. */
let isFirst = process.env.AWS_LAMBDA_INITIALIZATION_TYPE !== 'provisioned-concurrency'

/** A test event of Lambda's console is any JSON: check-event.ts refuses it, under an id of its own. */
function requestIdOf(event: unknown): string | undefined {
  const id: unknown = (event as Partial<ApiEvent> | null)?.requestContext?.requestId
  return typeof id === 'string' ? id : undefined
}

/** What the log may hold of an error: no request, no item, only where it happened. */
const describe = (cause: unknown): unknown =>
  cause instanceof Error
    ? { name: cause.name, message: cause.message, stack: cause.stack, cause: describe(cause.cause) }
    : undefined

/** Opens the request's storage, writes one line per request (never a token, a label or a body), and counts it. */
export const logRequest = (endpointId: string): ApiMiddleware => {
  const starts = new WeakMap<ApiContext, { atMs: number; cold: boolean }>()
  const countRequest = requestCounter(endpointId)
  const writeLine: ApiMiddleware['after'] = ({ context, response, error }) => {
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
      request_id: context.requestId,
      // by which Lambda's own lines name the request: a time-out, an exit
      lambda_request_id: context.awsRequestId,
    }
    if (failure && failure.status >= 500) logger.error({ ...line, cause: describe(failure.cause) })
    else logger.info(line)
    countRequest({ status: response?.statusCode ?? 500, durationMs, coldStart: cold, usage })
  }
  return {
    before: function openRequest({ event, context }) {
      context.requestId = requestIdOf(event) ?? context.awsRequestId
      starts.set(context, { atMs: performance.now(), cold: isFirst })
      isFirst = false
      context.storage = openStorage(Date.now() + context.getRemainingTimeInMillis() - answerReserveMs)
    },
    after: writeLine,
    onError: writeLine,
  }
}
