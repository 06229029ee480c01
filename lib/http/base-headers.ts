import type { ApiMiddleware, ApiResult } from './types.ts'

/** The headers that every answer carries: design.md, "Conventions". */
export const baseHeaders = (): ApiMiddleware => {
  const addBaseHeaders: ApiMiddleware['after'] = ({ event, response }) => {
    if (!response) return
    response.headers = {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': event.requestContext.requestId,
      ...response.headers,
    } satisfies ApiResult['headers']
  }
  return { after: addBaseHeaders, onError: addBaseHeaders }
}
