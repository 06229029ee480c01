/** The headers that every delivery has, besides its signature. The number is the API's major version, as in `/v1`. */
export const fixedHeaders = {
  'content-type': 'application/json',
  'user-agent': 'Tasks-API-Webhooks/1',
  // an answer is kept as the text that it is
  'accept-encoding': 'identity',
} as const

/**
 * Headers about the transport or the destination of a message: they belong to the connection or to this service. RFC
 * 9110, sections 7.2, 7.6.1 and 10.1; RFC 9112, section 6; RFC 6455, section 11.3
 */
const carrying = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-range',
  'date',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
])

/** Names that begin with these are refused, too. */
const prefixes = ['webhook-', 'proxy-', 'sec-'] as const

/** Returns why a webhook may not set a header of this name, in plain words, or undefined if it may. */
export function refusedHeader(name: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/i.test(name)) {
    return "must be a header's name: 1 to 100 letters, digits or hyphens"
  }
  const lower = name.toLowerCase()
  const prefix = prefixes.find((start) => lower.startsWith(start))
  if (prefix !== undefined) return `must not begin with ${prefix}`
  if (carrying.has(lower) || Object.hasOwn(fixedHeaders, lower))
    return 'must not be a header that the service sets'
  return undefined
}

/** Returns why a header may not have this value, in plain words, or undefined if it may. RFC 9110, section 5.5 */
export function refusedHeaderValue(value: string): string | undefined {
  if (value.length > 1000) return 'must have at most 1,000 characters'
  // not empty, and no space at either end, which a receiver would not see
  if (!/^[!-~]([ -~]*[!-~])?$/.test(value))
    return 'must be visible ASCII characters, with blanks only between them'
  return undefined
}
