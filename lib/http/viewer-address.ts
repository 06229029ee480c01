import { isIP, isIPv6 } from 'node:net'
import { httpEnvironment } from './environment.ts'
import type { ApiEvent } from './types.ts'

/** Returns the eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  const [withoutZone = ''] = address.split('%')
  const { hostname } = new URL(`http://[${withoutZone}]`) // the URL parser writes the canonical form: RFC 5952, section 4
  const [left, right] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const [first = [], last = []] = [left, right]
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last]
}

/** Returns the IPv4 address in the last two groups of an IPv6 address. */
const ipv4Of = (groups: string[]): string =>
  groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.')

/**
 * Returns the address that counts as one sender: an IPv4 address, or the /64 network of an IPv6 address. The second
 * half of an IPv6 address identifies an interface (RFC 4291, section 2.5.1), and a device can change it at any time
 * (RFC 8981).
 */
export function senderOf(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,ffff' // RFC 4291, section 2.5.5.2
  return isMapped ? ipv4Of(groups) : `${groups.slice(0, 4).join(':')}::/64`
}

/**
 * Returns the sender of a request for rate limits: an IPv4 address or an IPv6 network. Behind a CDN, `sourceIp` is the
 * CDN's address, and the CDN sends the caller's address in a header. For a caller that bypasses the CDN, `sourceIp` is
 * used, unless the caller sends that header too: docs/security.md, API4.
 * @param header the name of that header; undefined if there is no CDN in front of the API
 */
export function viewerAddress(
  { headers, requestContext }: Pick<ApiEvent, 'headers' | 'requestContext'>,
  header = httpEnvironment().VIEWER_ADDRESS_HEADER,
): string {
  const told = header === undefined ? undefined : headers[header]
  return senderOf(told !== undefined && isIP(told) !== 0 ? told : requestContext.http.sourceIp)
}
