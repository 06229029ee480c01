import type { ApiEvent } from './types.ts'

/**
 * Whether a reader has this very version already: RFC 9110, section 13.1.2, which compares weakly and is for GET
 * alone.
 */
export function isNotModified(
  { headers, requestContext }: ApiEvent,
  answer: Record<string, string>,
): boolean {
  const known = headers['if-none-match']
  const { ETag: current } = answer
  if (requestContext.http.method !== 'GET' || known === undefined || current === undefined) return false
  return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === current)
}
