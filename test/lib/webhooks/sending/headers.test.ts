import { describe, expect, it } from 'vitest'
import { refusedHeader, refusedHeaderValue } from '../../../../lib/webhooks/sending/headers.ts'

describe('a header of a webhook', () => {
  it.each(['Authorization', 'x-api-key', 'X_Key', 'a'.repeat(100)])('may be %s', (name) => {
    expect(refusedHeader(name)).toBeUndefined()
  })

  it.each(['', 'a b', 'a:', 'ä', 'a\r\nb', 'a'.repeat(101), '(a)'])('is not a name: %j', (name) => {
    expect(refusedHeader(name)).toBe("must be a header's name: 1 to 100 letters, digits or hyphens")
  })

  it.each([
    ['Webhook-Id', 'must not begin with webhook-'],
    ['webhook-anything', 'must not begin with webhook-'],
    ['Proxy-Authorization', 'must not begin with proxy-'],
    ['Sec-WebSocket-Key', 'must not begin with sec-'],
    ...[
      'Host',
      'Content-Length',
      'CONTENT-TYPE',
      'Content-Encoding',
      'User-Agent',
      'Accept-Encoding',
      'Connection',
      'Keep-Alive',
      'Transfer-Encoding',
      'TE',
      'Trailer',
      'Upgrade',
      'Expect',
    ].map((name): [string, string] => [name, 'must not be a header that the service sets']),
  ])('must not be %s', (name, reason) => {
    expect(refusedHeader(name)).toBe(reason)
  })

  it('may have a value of visible ASCII characters', () => {
    expect(refusedHeaderValue('Bearer a b')).toBeUndefined()
    expect(refusedHeaderValue('x')).toBeUndefined()
    expect(refusedHeaderValue('x'.repeat(1000))).toBeUndefined()
    expect(refusedHeaderValue('x'.repeat(1001))).toBe('must have at most 1,000 characters')
  })

  it.each(['', ' a', 'a ', 'a\nb', 'a\tb', 'ä', '\u0000'])('must not have the value %j', (value) => {
    expect(refusedHeaderValue(value)).toBe('must be visible ASCII characters, with blanks only between them')
  })
})
