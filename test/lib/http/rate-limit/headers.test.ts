import { expect, it } from 'vitest'
import { rateLimitHeaders } from '../../../../lib/http/limit-rate.ts'

it('the headers are lists of one structured string with parameters', () => {
  const standing = { policy: 'token', limit: 1200, remaining: 1187, resetSeconds: 41 }
  expect(rateLimitHeaders(standing)).toEqual({
    'RateLimit-Policy': '"token";q=1200;w=60',
    RateLimit: '"token";r=1187;t=41',
  })
})
