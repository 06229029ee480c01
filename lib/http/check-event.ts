import { ApiError } from '../contract/api-error.ts'
import type { ApiEvent, ApiMiddleware } from './types.ts'

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
export const checkEvent = (): ApiMiddleware => ({
  before: function checkHttpEvent({ event }) {
    if (isHttpEvent(event)) return
    throw new ApiError(
      'invalid_request',
      'This is not an event of an API Gateway HTTP API, payload format 2.0.',
    )
  },
})
