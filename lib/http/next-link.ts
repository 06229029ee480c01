/** The header that leads to the next page (RFC 8288); none after the last. */
export function nextLink(
  { path, rawQuery }: { path: string; rawQuery: string },
  nextCursor: string | null,
): Record<string, string> {
  if (nextCursor === null) return {}
  const query = new URLSearchParams(rawQuery)
  query.set('cursor', nextCursor)
  return { Link: `<${path}?${query.toString()}>; rel="next"` }
}
