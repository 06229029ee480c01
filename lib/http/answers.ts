import type { VersionedComment } from '../comments/comment.ts'
import type { VersionedTask } from '../tasks/task.ts'
import type { ApiEvent } from './types.ts'

/** Returns the strong ETag of a task, which is its version (RFC 9110, section 8.8.3). */
export const etag = (version: number): string => `"${version}"`

/**
 * Whether the caller's `If-None-Match` names the version in this answer. The comparison is weak, and only GET requests
 * are considered (RFC 9110, section 13.1.2).
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

/** The answer with one task. */
export const answerWithTask = ({ task, version }: VersionedTask, headers: Record<string, string> = {}) => ({
  body: { task },
  headers: { ETag: etag(version), ...headers },
})

/** The same with one comment. */
export const answerWithComment = (
  { comment, version }: VersionedComment,
  headers: Record<string, string> = {},
) => ({ body: { comment }, headers: { ETag: etag(version), ...headers } })

/** The header of a create that an earlier request has done. */
export const replayedHeader = ({ replayed }: { replayed: boolean }): Record<string, string> =>
  replayed ? { 'Idempotency-Replayed': 'true' } : {}

/** The path and query of a request, as the caller sent them. */
interface Target {
  path: string
  rawQuery: string
}

/** The header `Link` with the URL of the next page (RFC 8288); no header if there is none. */
export function nextLink({ path, rawQuery }: Target, cursor: string | null): Record<string, string> {
  if (cursor === null) return {}
  const query = new URLSearchParams(rawQuery)
  query.set('cursor', cursor)
  return { Link: `<${path}?${query.toString()}>; rel="next"` }
}

/** The answer with one page of a list, and the header `Link` if there is a next page. */
export const pageAnswer = <Page extends { next_cursor: string | null }>(
  target: Target,
  page: Page,
): { body: Page; headers: Record<string, string> } => ({
  body: page,
  headers: nextLink(target, page.next_cursor),
})

/** The answer to every deletion: docs/tasks-interface.md, "DELETE /tasks/:id". */
export const deleted = { body: { success: true } } as const
