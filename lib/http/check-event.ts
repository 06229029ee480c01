import { ApiError } from '../api-error.ts'
import type { ApiEvent, ApiMiddleware } from './types.ts'

/** What this service reads of an event, as far as every request has it. */
function isHttpEvent(event: unknown): boolean {
  const { rawPath, rawQueryString, headers, requestContext } = (event ?? {}) as Partial<ApiEvent> // or of any shape
  return (
    [rawPath, rawQueryString, requestContext?.requestId].every((part) => typeof part === 'string') &&
    [headers, requestContext?.http].every(
      (part) => typeof part === 'object' && (part as object | null) !== null,
    )
  )
}

/**
 * Refuses what no HTTP API has sent: a test event of Lambda's console, for one. It is the sender's mistake, and sets off
 * no alarm.
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
