import { Logger } from '@aws-lambda-powertools/logger'
import { openStorage } from '../store/send.ts'
import { ApiError } from '../api-error.ts'
import type { ApiContext, ApiMiddleware } from './types.ts'

const logger = new Logger({ serviceName: 'tasks-api' })

/** Left for the answer when the time of a request runs out, in milliseconds. */
const answerReserveMs = 250

/** What the log may hold of an error: no request, no item, only where it happened. */
const describe = (cause: unknown): unknown =>
  cause instanceof Error
    ? { name: cause.name, message: cause.message, stack: cause.stack, cause: describe(cause.cause) }
    : undefined

/** Opens the request's storage and writes one line per request: never a token, a label or a body. */
export const logRequest = (endpointId: string): ApiMiddleware => {
  const startedAtMs = new WeakMap<ApiContext, number>()
  const writeLine: ApiMiddleware['after'] = ({ event, context, response, error }) => {
    const failure = error instanceof ApiError ? error : undefined
    const line = {
      message: 'request',
      endpoint: endpointId,
      status: response?.statusCode,
      code: failure?.code,
      account_id: (context as Partial<ApiContext>).caller?.accountId, // absent until the token is known
      duration_ms: Math.round(performance.now() - (startedAtMs.get(context) ?? 0)),
      ...context.storage.usage,
      request_id: event.requestContext.requestId,
    }
    if (failure && failure.status >= 500) logger.error({ ...line, cause: describe(failure.cause) })
    else logger.info(line)
  }
  return {
    before: function openRequest({ context }) {
      startedAtMs.set(context, performance.now())
      context.storage = openStorage(Date.now() + context.getRemainingTimeInMillis() - answerReserveMs)
    },
    after: writeLine,
    onError: writeLine,
  }
}
