import type { LookupAddress } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { parsePolicy } from '../../../../lib/webhooks/sending/network.ts'
import { resolveByServers, resolveLocally, resolveOf } from '../../../../lib/webhooks/sending/resolve.ts'
import { checkNewUrl, checkUrl, publicLookup, TargetError } from '../../../../lib/webhooks/sending/target.ts'

const none = parsePolicy('')
const loopback = parsePolicy('127.0.0.0/8,::1/128')
const setting = 'The operator can allow its network with WEBHOOK_ALLOWED_NETWORKS.'
const notPublic = `The address is not public. ${setting}`
const noPublicName = `The name of the host is not public. ${setting}`

describe('a URL', () => {
  it.each([
    'https://example.com',
    'https://example.com:8443/hook?key=1',
    'https://example.com./hook',
    'https://bücher.example/hook',
    'https://1.1.1.1/hook',
    'https://[2606:4700:4700::1111]/hook',
    'https://localhost.example.com',
  ])('is allowed: %s', (url) => {
    expect(checkUrl(url, none)).toBeUndefined()
  })

  it.each([
    ['', 'The URL is not valid.'],
    ['/hook', 'The URL is not valid.'],
    ['https://', 'The URL is not valid.'],
    ['https://example.com:99999', 'The URL is not valid.'],
    ['https://[fe80::1%25eth0]/', 'The URL is not valid.'],
    ['https://1.2.3.4.5', 'The URL is not valid.'],
    ['http://example.com', 'The URL must begin with https://.'],
    ['http://127.0.0.1', notPublic],
    ['ftp://example.com', 'The URL must begin with https://.'],
    ['file:///etc/passwd', 'The URL must begin with https://.'],
    ['https://ada@example.com', 'The URL must not hold a user name or a password. Use a header for them.'],
    ['https://:x@example.com', 'The URL must not hold a user name or a password. Use a header for them.'],
    ['https://example.com/#a', 'The URL must not hold a fragment (#), because it would not be sent.'],
    ['https://example.com/#', 'The URL must not hold a fragment (#), because it would not be sent.'],
    ['https://foo..example', 'The name of the host is not valid.'],
    ['https://.', 'The name of the host is not valid.'],
    [`https://${'a.'.repeat(127)}a`, 'The name of the host is not valid.'],
    ['https://localhost', noPublicName],
    ['https://LOCALHOST.:9001', noPublicName],
    ['https://a.localhost', noPublicName],
    ['https://printer.local', noPublicName],
    ['https://metadata.google.internal.', noPublicName],
    ['https://intranet', noPublicName],
    ['https://intranet./', noPublicName],
    ['https://ｌｏｃａｌｈｏｓｔ', noPublicName],
  ])('is refused: %s', (url, reason) => {
    expect(checkUrl(url, none)).toBe(reason)
  })

  it.each([
    ['plain', '127.0.0.1'],
    ['with a dot at its end', '127.0.0.1.'],
    ['decimal', '2130706433'],
    ['octal', '0177.0.0.1'],
    ['octal, one number', '017700000001'],
    ['hexadecimal', '0x7f000001'],
    ['hexadecimal parts', '0x7f.0x0.0x0.0x1'],
    ['short', '127.1'],
    ['mixed and short', '0x7f.1'],
    ['zero', '0'],
    ['circled digits', '①②⑦.⓪.⓪.①'],
    ['full-width digits', '１２７.０.０.１'],
    ['full stops of other scripts', '127。0。0。1'],
    ['escaped', '%31%32%37.0.0.1'],
    ['link local', '169.254.169.254'],
    ['link local, decimal', '2852039166'],
    ['private', '10.0.0.1'],
    ['IPv6 loopback', '[::1]'],
    ['IPv6 unspecified', '[::]'],
    ['IPv4-mapped', '[::ffff:127.0.0.1]'],
    ['IPv4-mapped in hexadecimal', '[0:0:0:0:0:FFFF:7F00:1]'],
    ['IPv4-compatible', '[::127.0.0.1]'],
    ['NAT64', '[64:ff9b::7f00:1]'],
    ['6to4', '[2002:7f00:1::]'],
    ['unique local', '[fd00:ec2::254]'],
    ['link local', '[fe80::1]'],
  ])('is refused with an address that is not public: %s', (_name, host) => {
    expect(checkUrl(`https://${host}/`, none)).toBe(notPublic)
    expect(checkUrl(`https://${host}:9001/2018-06-01`, none)).toBe(notPublic)
  })

  it('says of http to a private address that the address is refused, where only https is allowed', () => {
    expect(checkUrl('http://10.0.0.5/hook', none)).toBe(notPublic)
    expect(checkUrl('http://1.1.1.1/hook', none)).toBe('The URL must begin with https://.')
  })

  it.each([
    ['http://127.0.0.1:4000', undefined],
    ['http://[::1]:4000', undefined],
    ['http://[::ffff:127.0.0.1]:4000', undefined],
    ['https://127.0.0.1:4000', undefined],
    ['http://localhost:4000', undefined], // its addresses are checked when it is dialled
    ['https://1.1.1.1', undefined],
    ['https://10.0.0.1', notPublic],
    [
      'http://1.1.1.1',
      'The URL must begin with https://, because the address is not in a network that the operator allows with WEBHOOK_ALLOWED_NETWORKS.',
    ],
    // https is refused for it, too
    ['http://10.0.0.1', notPublic],
    ['http://[fd00::1]', notPublic],
  ])('is checked against the networks that the operator allows: %s', (url, reason) => {
    expect(checkUrl(url, loopback)).toBe(reason)
  })

  it.each([
    ['http://example.com', '127.0.0.0/8,::1/128', false],
    ['http://intranet', '127.0.0.1/32', false],
    ['http://localhost.example.com', '127.0.0.1/32', false],
    ['http://localhost.:4000', '::1/128', true],
    ['http://[::1]:4000', '::1/128', true],
    ['https://example.com', '127.0.0.1/32', true],
    ['http://intranet', '127.0.0.0/8,10.0.0.0/8', true], // its addresses are checked when it is dialled
    ['http://intranet', '0.0.0.0/0', true],
    ['http://intranet', '::/0', true],
  ])(
    'without TLS may have a name other than localhost only beyond this machine: %s with %s',
    (url, networks, isFine) => {
      expect(checkNewUrl(url, parsePolicy(networks))).toBe(
        isFine ? undefined : 'The URL must begin with https://, unless it is http://localhost.',
      )
    },
  )
})

/** Looks a name up as node:net does, and returns what it would connect to. */
const look = (addresses: string[] | Error, policy = none, isPlain = false, all = true) =>
  new Promise<string | LookupAddress[]>((resolve, reject) => {
    const lookup = publicLookup(policy, {
      isPlain,
      resolve: () => (addresses instanceof Error ? Promise.reject(addresses) : Promise.resolve(addresses)),
    })
    lookup('a.example', { all }, (error, found) => {
      if (error) reject(error)
      else resolve(found)
    })
  })

describe('a lookup', () => {
  it('returns all addresses, or one where Node asks for one', async () => {
    const addresses = ['1.1.1.1', '2606:4700:4700::1111']
    expect(await look(addresses)).toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ])
    expect(await look(addresses, none, false, false)).toBe('1.1.1.1')
  })

  it.each([
    [['127.0.0.1']],
    [['1.1.1.1', '169.254.169.254']],
    [['1.1.1.1', '::1']],
    [['::ffff:10.0.0.1']],
    [['64:ff9b::a00:1']],
  ])('fails if one of the addresses is not public: %s', async (addresses) => {
    await expect(look(addresses)).rejects.toThrow(new TargetError(notPublic))
  })

  it('fails without TLS for a public address, even where networks are allowed', async () => {
    expect(await look(['127.0.0.1'], loopback, true)).toEqual([{ address: '127.0.0.1', family: 4 }])
    await expect(look(['1.1.1.1'], loopback, true)).rejects.toThrow(
      'The URL must begin with https://, because',
    )
    await expect(look(['127.0.0.1', '10.0.0.1'], loopback)).rejects.toThrow(notPublic)
    await expect(look(['127.0.0.1', '10.0.0.1'], loopback, true)).rejects.toThrow(notPublic)
  })

  it('fails without an address, and when no server answers', async () => {
    await expect(look([])).rejects.toThrow(new TargetError('The name a.example has no address.'))
    await expect(look(new Error('queryA ESERVFAIL'))).rejects.toThrow(
      new TargetError('The name a.example could not be resolved.'),
    )
  })

  it('fails for what is no address', async () => {
    await expect(look(['a'])).rejects.toThrow()
  })
})

describe('names', () => {
  it('are resolved by the operating system only where networks are allowed', () => {
    expect(resolveOf(none)).toBe(resolveByServers)
    expect(resolveOf(loopback)).toBe(resolveLocally)
  })

  it('of the machine itself are known to the operating system', async () => {
    expect(await resolveLocally('localhost', new AbortController().signal)).toContain('127.0.0.1')
  })
})
