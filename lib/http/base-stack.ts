import middy from '@middy/core'
import { baseHeaders } from './base-headers.ts'
import { checkOrigin } from './check-origin.ts'
import type { KeyAccess } from './key-access.ts'
import { logRequest } from './log-request.ts'
import { renderError } from './render-error.ts'
import type { ApiContext, ApiEvent, ApiResult, HttpHandler, KeyHolder, ApiMiddleware } from './types.ts'
import { ApiError } from '../contract/api-error.ts'

/** Whether an event has the members that this service reads from every request. */
function isHttpEvent(event: unknown): boolean {
  const { rawPath, rawQueryString, headers, requestContext } = (event ?? {}) as Partial<ApiEvent> // checked below
  return (
    [rawPath, rawQueryString, requestContext?.requestId].every((part) => typeof part === 'string') &&
    [headers, requestContext?.http].every(
      (part) => typeof part === 'object' && (part as object | null) !== null,
    )
  )
}

/**
 * Refuses events that do not come from an HTTP API, such as a test event from the Lambda console. This is the sender's
 * mistake, so it is a client error and raises no alarm.
 * @throws ApiError invalid_request
 */
const checkEvent = (): ApiMiddleware => ({
  before: function checkHttpEvent({ event }) {
    if (isHttpEvent(event)) return
    throw new ApiError(
      'invalid_request',
      'This is not an event of an API Gateway HTTP API, payload format 2.0.',
    )
  },
})

/**
 * The middlewares that every answer passes through, including the answer for an unmatched route.
 * @param errorPage makes the page that a browser gets for an error, for endpoints with a key in the path
 */
export const baseStack = (id: string, errorPage?: KeyAccess<KeyHolder>['errorPage']) =>
  // middy's early timeout is off: it would answer while the handler is still running. Storage stops at the deadline
  middy<ApiEvent, ApiResult, Error, ApiContext>({ timeoutEarlyInMillis: 0 })
    .use(logRequest(id))
    .use(baseHeaders())
    .use(renderError(errorPage))
    .use(checkEvent())
    .use(checkOrigin())

/** Makes a Lambda handler from a stack and the function that answers. */
export const lambda = (
  stack: ReturnType<typeof baseStack>,
  answer: (event: ApiEvent, context: ApiContext) => ApiResult | Promise<ApiResult>,
): HttpHandler =>
  // Lambda passes its plain context; the stack adds the other members before it calls `answer`
  stack.handler(answer) as unknown as HttpHandler
