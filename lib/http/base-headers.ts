import type { ApiMiddleware } from './types.ts'

/** The headers that every answer carries: docs/decisions.md, "Conventions". */
export const baseHeadersOf = (requestId: string): Record<string, string> => ({
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': requestId,
})

/** Adds the common headers to every answer. */
export const baseHeaders = (): ApiMiddleware => {
  const addBaseHeaders: ApiMiddleware['after'] = ({ context, response }) => {
    if (!response) return
    response.headers = {
      ...baseHeadersOf(context.requestId),
      ...(context.isForAnySite && { 'Access-Control-Allow-Origin': '*' }),
      ...response.headers,
    }
  }
  return { after: addBaseHeaders, onError: addBaseHeaders }
}
