import { windowMs } from './key.ts'
import type { Standing } from './limiter.ts'

/**
 * What a caller may still send, as lists of one structured string with parameters (RFC 9651): `q` requests in `w`
 * seconds, of which `r` are left for the next `t` seconds.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/, sections 3 and 4
 */
export const rateLimitHeaders = ({ policy, limit, remaining, resetSeconds }: Standing) => ({
  'RateLimit-Policy': `"${policy}";q=${limit};w=${windowMs / 1000}`,
  RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
})
