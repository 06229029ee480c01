import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { viewerAddress } from '../../../lib/http/viewer-address.ts'
import type { ApiEvent } from '../../../lib/http/types.ts'

const header = 'true-client-ip'

/** The parts of an event that are read. */
const eventFrom = (sourceIp: string, headers: Record<string, string> = {}) =>
  ({ headers, requestContext: { http: { sourceIp } } }) as Pick<ApiEvent, 'headers' | 'requestContext'>

const senderOf = (address: string) => viewerAddress(eventFrom(address), undefined)

describe('the sender of a request', () => {
  it('is the address that the CDN has sent, where one stands before the API', () => {
    const event = eventFrom('130.176.1.1', { [header]: '203.0.113.7' })
    expect(viewerAddress(event, header)).toBe('203.0.113.7')
    expect(viewerAddress(eventFrom('130.176.1.1', { [header]: '2001:db8::7' }), header)).toBe(
      '2001:db8:0:0::/64',
    )
  })

  it('is the address of the connection where none does: a header that a caller sends says nothing', () => {
    const event = eventFrom('203.0.113.7', { [header]: '198.51.100.1', 'x-forwarded-for': '198.51.100.1' })
    expect(viewerAddress(event, undefined)).toBe('203.0.113.7')
  })

  it.each([undefined, '', 'unknown', '203.0.113.7:443', '198.51.100.1,203.0.113.7', '1.2.3', '2001:db8::g'])(
    'is the address of the connection when the header holds %j',
    (told) => {
      const event = eventFrom('130.176.1.1', told === undefined ? {} : { [header]: told })
      expect(viewerAddress(event, header)).toBe('130.176.1.1')
    },
  )

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
    ['2001:db8::2:3:4:5:6', '2001:db8:0:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, sender) => {
    expect(senderOf(address)).toBe(sender)
  })

  it('is the same for two IPv6 addresses if, and only if, their first 64 bits are', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16))
    const half = fc.array(fc.oneof(fc.constant('0'), group), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(half, half, half, half, (network, other, host, otherHost) => {
        // 0:0:0:0:0:ffff:… is an IPv4 address, which is a sender by itself
        fc.pre(network.join() !== '0,0,0,0' && other.join() !== '0,0,0,0')
        const of = (first: string[], last: string[]) => senderOf([...first, ...last].join(':'))
        expect(of(network, host)).toBe(of(network, otherHost))
        expect(of(network, host) === of(other, host)).toBe(network.join() === other.join())
      }),
    )
  })
})
