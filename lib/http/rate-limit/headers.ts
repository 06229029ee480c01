import { windowMs } from './key.ts'
import type { Standing } from './limiter.ts'

/**
 * Returns the rate limit headers. Each is a list of one structured string with parameters (RFC 9651): `q` requests are
 * allowed in `w` seconds, and `r` of them are left for the next `t` seconds.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/, sections 3 and 4
 */
export const rateLimitHeaders = ({ policy, limit, remaining, resetSeconds }: Standing) => ({
  'RateLimit-Policy': `"${policy}";q=${limit};w=${windowMs / 1000}`,
  RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
})
