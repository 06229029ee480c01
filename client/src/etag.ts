/** One of the service's tags as it is, or as proxies that compress rewrite it: nginx `W/"2"`, Apache and Caddy `"2-gzip"`. */
const versionTag = /^(?:W\/)?("\d+)(?:\W+[a-z]+)?"$/i

/**
 * The version in the `ETag` of an answer, as `If-Match` takes it; undefined if there is none. A rewritten tag names the same
 * version, but the service compares tags strongly.
 */
export const etagOf = (headers: Headers): string | undefined =>
  headers.get('ETag')?.replace(versionTag, '$1"')
