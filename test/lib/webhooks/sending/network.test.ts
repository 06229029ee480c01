import { describe, expect, it } from 'vitest'
import {
  isInAllowedNetwork,
  isPublic,
  parsePolicy,
  policyOf,
} from '../../../../lib/webhooks/sending/network.ts'

/**
 * Every row of IANA's registries of special addresses, with the first and the last address of each, and further addresses
 * that are not public. Some rows are globally reachable (marked so), but none of them is where a receiver lives.
 */
const special: [name: string, first: string, last: string][] = [
  // https://www.iana.org/assignments/iana-ipv4-special-registry
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private use, RFC 1918', '10.0.0.0', '10.255.255.255'],
  ['shared address space', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link local, with the metadata of clouds', '169.254.0.0', '169.254.255.255'],
  ['private use, RFC 1918', '172.16.0.0', '172.31.255.255'],
  ['IETF protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['IPv4 service continuity', '192.0.0.0', '192.0.0.7'],
  ['dummy address', '192.0.0.8', '192.0.0.8'],
  ['port control protocol and TURN anycast (reachable)', '192.0.0.9', '192.0.0.10'],
  ['NAT64 discovery', '192.0.0.170', '192.0.0.171'],
  ['documentation, TEST-NET-1', '192.0.2.0', '192.0.2.255'],
  ['AS112-v4 (reachable)', '192.31.196.0', '192.31.196.255'],
  ['AMT (reachable)', '192.52.193.0', '192.52.193.255'],
  ['6to4 relay anycast, deprecated', '192.88.99.0', '192.88.99.255'],
  ['private use, RFC 1918', '192.168.0.0', '192.168.255.255'],
  ['direct delegation AS112 (reachable)', '192.175.48.0', '192.175.48.255'],
  ['benchmarking', '198.18.0.0', '198.19.255.255'],
  ['documentation, TEST-NET-2', '198.51.100.0', '198.51.100.255'],
  ['documentation, TEST-NET-3', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.254'],
  ['broadcast', '255.255.255.255', '255.255.255.255'],
  ["Azure's settings of a machine", '168.63.129.16', '168.63.129.16'],
  // https://www.iana.org/assignments/iana-ipv6-special-registry
  ['unspecified', '::', '::'],
  ['loopback', '::1', '::1'],
  ['IPv4-compatible', '::2', '::ffff:ffff'],
  ['IPv4-compatible, loopback', '::127.0.0.1', '::127.0.0.1'],
  ['IPv4-mapped, loopback', '::ffff:127.0.0.0', '::ffff:127.255.255.255'],
  ['IPv4-mapped, link local', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe'],
  ['IPv4-translated', '::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['NAT64 of a loopback address', '64:ff9b::127.0.0.1', '64:ff9b::7f00:1'],
  ['NAT64, local use', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard only', '100::', '100::ffff:ffff:ffff:ffff'],
  ['dummy prefix', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['IETF protocol assignments', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['port control protocol, TURN, DNS-SD anycast (reachable)', '2001:1::1', '2001:1::3'],
  ['benchmarking', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['AMT (reachable)', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['AS112-v6 (reachable)', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHID, deprecated', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHIDv2 (reachable)', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['drone remote id (reachable)', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4 of a loopback address', '2002:7f00:1::', '2002:7f00:1:ffff::'],
  ['direct delegation AS112 (reachable)', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6bone, given back', '3ffe::', '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ["Amazon's settings of a machine", 'fd00:ec2::254', 'fd00:ec2::254'],
  ['link local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link local with a zone', 'fe80::1%eth0', 'fe80::1%1'],
  ['site local, deprecated', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  // https://www.iana.org/assignments/ipv6-address-space: reserved
  ['not given out', '200::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['not given out', '4000::', '5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['not given out', '6000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]

describe('an address', () => {
  it.each(special)('is not public: %s', (_name, first, last) => {
    expect([isPublic(first), isPublic(last)]).toEqual([false, false])
  })

  it.each([
    ['1.0.0.0', '9.255.255.255'],
    ['11.0.0.0', '100.63.255.255'],
    ['100.128.0.0', '126.255.255.255'],
    ['128.0.0.0', '169.253.255.255'],
    ['169.255.0.0', '172.15.255.255'],
    ['172.32.0.0', '191.255.255.255'],
    ['192.0.1.0', '192.0.1.255'],
    ['192.0.3.0', '192.31.195.255'],
    ['192.169.0.0', '192.175.47.255'],
    ['198.17.255.255', '198.20.0.0'],
    ['198.51.99.255', '198.51.101.0'],
    ['203.0.112.255', '203.0.114.0'],
    ['223.255.255.255', '168.63.129.17'],
    ['::ffff:1.1.1.1', '::ffff:101:101'],
    ['2000::', '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:200::', '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2003::', '2606:4700:4700::1111'],
    ['3ffd:ffff::', '3fff:1000::'],
  ])('is public beside the special ones: %s, %s', (first, last) => {
    expect([isPublic(first), isPublic(last)]).toEqual([true, true])
  })
})

describe('the networks that the operator allows', () => {
  const policy = parsePolicy(' 10.1.0.0/16, fd00:1::/64 ')

  it.each([
    ['10.1.255.255', true],
    ['::ffff:10.1.2.3', true],
    ['10.2.0.0', false],
    ['fd00:1::ffff', true],
    ['fd00:1:0:1::', false],
    ['1.1.1.1', false],
  ])('contain %s: %s', (address, expected) => {
    expect(isInAllowedNetwork(address, policy)).toBe(expected)
  })

  it.each([
    '10.0.0.0',
    '10/8',
    '10.0.0.0/33',
    'fd00::/129',
    '0x0a.0.0.0/8',
    'a/8',
    '10.0.0.0/8,',
    '::/x',
    '10.0.0.0/-1',
  ])('are refused with the name of the variable: %s', (networks) => {
    expect(() => parsePolicy(networks)).toThrow(/^WEBHOOK_ALLOWED_NETWORKS must be networks in CIDR notation/)
  })

  it('come from the environment; there are none by default', () => {
    expect(policyOf({}).allowedNetworks).toEqual([])
    expect(policyOf({ WEBHOOK_ALLOWED_NETWORKS: ' ' }).allowedNetworks).toEqual([])
    expect(policyOf({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }).allowedNetworks).toHaveLength(1)
    expect(() => policyOf({ WEBHOOK_ALLOWED_NETWORKS: 'x' })).toThrow('This is not a network: "x"')
    expect(policyOf({}).allowedNetworks).toEqual([])
  })
})
