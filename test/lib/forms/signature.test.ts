import fc from 'fast-check'
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Signature } from '../../../lib/forms/settings.ts'
import { signatureProblem } from '../../../lib/forms/signature.ts'

const nowMs = 1_614_265_330_000
const body = '{"test": 2432232314}'
const secret = 'correct horse battery staple'
const hmac = (encoding: 'hex' | 'base64') => createHmac('sha256', secret).update(body).digest(encoding)

type Headers = Record<string, string>

/** A valid request of each scheme. `standard` is the test vector of the Standard Webhooks libraries. */
const signed: [name: string, signature: Signature, headers: Headers][] = [
  ['typeform', { scheme: 'typeform', secret }, { 'typeform-signature': `sha256=${hmac('base64')}` }],
  ['tally', { scheme: 'tally', secret }, { 'tally-signature': hmac('base64') }],
  ['github', { scheme: 'github', secret }, { 'x-hub-signature-256': `sha256=${hmac('hex')}` }],
  [
    'standard',
    { scheme: 'standard', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
  ],
  [
    'hmac in base64',
    { scheme: 'hmac', secret, header: 'X-Signature', encoding: 'base64', prefix: 'v0=' },
    { 'x-signature': `v0=${hmac('base64')}` },
  ],
  ['hmac in hex', { scheme: 'hmac', secret, header: 'x-mac', encoding: 'hex' }, { 'x-mac': hmac('hex') }],
  ['header', { scheme: 'header', secret, header: 'X-Secret' }, { 'x-secret': secret }],
]

const problem = (signature: Signature, headers: Headers, bytes: Buffer | string = body, atMs = nowMs) =>
  signatureProblem(signature, { headers, bytes: Buffer.from(bytes) }, atMs)

const check = (...args: Parameters<typeof problem>) => problem(...args) === undefined

const changed = (text: string, index: number) =>
  text.slice(0, index) + (text[index] === '1' ? '2' : '1') + text.slice(index + 1)

describe.each(signed)('a signature of the scheme %s', (_name, signature, headers) => {
  it('is accepted', () => {
    expect(check(signature, headers)).toBe(true)
  })

  it('is refused with any one character of it changed, missing or added', () => {
    for (const [header, value] of Object.entries(headers)) {
      for (const index of Array.from(value).keys()) {
        expect(check(signature, { ...headers, [header]: changed(value, index) })).toBe(false)
        const shorter = value.slice(0, index) + value.slice(index + 1)
        // base64 may lack its padding
        const isUnpadded = signature.scheme !== 'header' && `${shorter}=` === value
        expect([shorter, check(signature, { ...headers, [header]: shorter })]).toEqual([shorter, isUnpadded])
      }
      expect(check(signature, { ...headers, [header]: `${value}=` })).toBe(false)
    }
  })

  it('is refused when it is absent or empty', () => {
    for (const header of Object.keys(headers)) {
      expect(
        check(signature, Object.fromEntries(Object.entries(headers).filter(([name]) => name !== header))),
      ).toBe(false)
      expect(check(signature, { ...headers, [header]: '' })).toBe(false)
    }
  })

  it('is refused with another secret, and with none', () => {
    const other =
      signature.scheme === 'standard' ? `whsec_${Buffer.from('another').toString('base64')}` : 'another'
    expect(check({ ...signature, secret: other }, headers)).toBe(false)
    expect(check({ ...signature, secret: '' }, headers)).toBe(false)
  })

  it('is true or false, whatever the header holds', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = Buffer.from(bytes).toString('latin1')
        const others = Object.fromEntries(Object.keys(headers).map((header) => [header, text]))
        expect(check(signature, others)).toBe(false)
      }),
    )
  })
})

const overBody = signed.filter(([, { scheme }]) => scheme !== 'header')

it.each(overBody)('one byte of the body changed is refused: %s', (_name, signature, headers) => {
  for (const index of Buffer.from(body).keys()) {
    const bytes = Buffer.from(body)
    bytes[index] = (bytes[index] ?? 0) ^ 1
    expect(check(signature, headers, bytes)).toBe(false)
  }
})

it('a signature of one scheme is none of another', () => {
  for (const [name, signature] of signed) {
    for (const [other, , headers] of signed.filter(([each]) => each !== name)) {
      expect([name, other, check(signature, headers)]).toEqual([name, other, false])
    }
  }
})

it("GitHub's documented example is accepted", () => {
  // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
  const signature: Signature = { scheme: 'github', secret: "It's a Secret to Everybody" }
  const value = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
  expect(check(signature, { 'x-hub-signature-256': value }, 'Hello, World!')).toBe(true)
})

const url = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const hmacOf = (key: Buffer | string, signed = body) => createHmac('sha256', key).update(signed)

describe('a signature in another spelling', () => {
  it.each<[string, Signature, Headers]>([
    [
      'hex in capitals',
      { scheme: 'github', secret },
      { 'x-hub-signature-256': `sha256=${hmac('hex').toUpperCase()}` },
    ],
    [
      'a prefix in capitals',
      { scheme: 'github', secret },
      { 'x-hub-signature-256': `SHA256=${hmac('hex')}` },
    ],
    [
      'base64 without padding',
      { scheme: 'tally', secret },
      { 'tally-signature': hmac('base64').replace('=', '') },
    ],
    ['base64url', { scheme: 'typeform', secret }, { 'typeform-signature': `sha256=${url(hmac('base64'))}` }],
    [
      'hex where base64 was chosen',
      { scheme: 'hmac', secret, header: 'x-mac', encoding: 'base64' },
      { 'x-mac': hmac('hex') },
    ],
    [
      'sha256= before it, which was not named',
      { scheme: 'hmac', secret, header: 'x-mac', encoding: 'hex' },
      { 'x-mac': `sha256=${hmac('hex')}` },
    ],
  ])('is the same: %s', (_name, signature, headers) => {
    expect(problem(signature, headers)).toBeUndefined()
    expect(check(signature, headers, `${body} `)).toBe(false)
  })
})

describe('a secret as a sender shows it', () => {
  const key = Buffer.from('fb/+0123456789ABCDEFGHIJ', 'base64')
  const spellings = (text: string) => [text, `${text}\r\n`, ` ${text}`, `whsec_${text}`, `v1,whsec_${text}\n`]

  it.each([
    ...spellings(key.toString('base64')),
    ...spellings(key.toString('base64url')),
    ...spellings(`${key.toString('base64url').slice(0, 8)}\n${key.toString('base64url').slice(8)}`),
  ])('means the bytes that it encodes, for every scheme: %j', (shown) => {
    const mac = hmacOf(key).digest('hex')
    const standard = hmacOf(key, `id.1614265330.${body}`).digest('base64')
    const timed = { 'webhook-id': 'id', 'webhook-timestamp': '1614265330' }
    expect(
      problem({ scheme: 'standard', secret: shown }, { ...timed, 'webhook-signature': `v1,${standard}` }),
    ).toBeUndefined()
    expect(problem({ scheme: 'tally', secret: shown }, { 'tally-signature': mac })).toBeUndefined()
    expect(
      problem({ scheme: 'github', secret: shown }, { 'x-hub-signature-256': `sha256=${mac}` }),
    ).toBeUndefined()
    expect(
      problem({ scheme: 'typeform', secret: shown }, { 'typeform-signature': `sha256=${mac}` }),
    ).toBeUndefined()
    const custom = { scheme: 'hmac', secret: shown, header: 'x-mac', encoding: 'hex' } as const
    expect(problem(custom, { 'x-mac': mac })).toBeUndefined()
  })

  it('means the text itself, with a line end or not, or the bytes of its hex', () => {
    const github = (shown: string, signedWith: string | Buffer) =>
      problem(
        { scheme: 'github', secret: shown },
        { 'x-hub-signature-256': `sha256=${hmacOf(signedWith).digest('hex')}` },
      )
    expect(github(`${secret}\n`, secret)).toBeUndefined()
    expect(github(`${secret} `, `${secret} `)).toBeUndefined()
    expect(github(`whsec_${key.toString('base64')}`, `whsec_${key.toString('base64')}`)).toBeUndefined()
    expect(github(key.toString('hex'), key)).toBeUndefined()
    expect(github(key.toString('hex'), key.subarray(1))).toBeDefined()
    // a short password is no encoding
    expect(github('abcd', Buffer.from('abcd', 'base64'))).toBeDefined()
  })

  it('is the text of the whole secret with Polar', () => {
    const shown = 'polar_whs_0123456789abcdef'
    const headers = {
      'webhook-id': 'id',
      'webhook-timestamp': '1614265330',
      'webhook-signature': `v1,${hmacOf(shown, `id.1614265330.${body}`).digest('base64')}`,
    }
    expect(problem({ scheme: 'standard', secret: shown }, headers)).toBeUndefined()
  })
})

describe('a signature with the time that it was made', () => {
  const time = '1614265330'
  const slack: Signature = {
    scheme: 'hmac',
    secret,
    header: 'x-slack-signature',
    encoding: 'hex',
    prefix: 'v0=',
  }

  it.each<[Signature, Headers]>([
    [slack, { 'x-slack-signature': `v0=${hmacOf(secret, `v0:${time}:${body}`).digest('hex')}` }],
    [
      { scheme: 'hmac', secret, header: 'x-zm-signature', encoding: 'hex' },
      { 'x-zm-signature': `v0=${hmacOf(secret, `v0:${time}:${body}`).digest('hex')}` },
    ],
  ])('is that of Slack and Zoom', (signature, headers) => {
    const timed = { ...headers, 'x-slack-request-timestamp': time, 'x-zm-request-timestamp': time }
    expect(problem(signature, timed)).toBeUndefined()
    expect(check(signature, timed, body, nowMs + 301_000)).toBe(false)
    expect(check(signature, headers)).toBe(false)
    const [name = ''] = Object.keys(headers)
    expect(check(signature, { ...timed, [name]: `v0=${hmac('hex')}` })).toBe(false)
  })

  it('is that of Stripe and Calendly', () => {
    const signature: Signature = { scheme: 'hmac', secret, header: 'stripe-signature', encoding: 'hex' }
    const good = hmacOf(secret, `${time}.${body}`).digest('hex')
    const header = (value: string) => ({ 'stripe-signature': value })
    expect(problem(signature, header(`t=${time},v1=${good},v0=0`))).toBeUndefined()
    expect(problem(signature, header(`t=${time},v1=${hmac('hex')},v1=${good}`))).toBeUndefined()
    expect(check(signature, header(`t=${time},v0=${good}`))).toBe(false)
    expect(check(signature, header(`t=1614265331,v1=${good}`))).toBe(false)
    expect(check(signature, header(`t=${time},v1=${good}`), body, nowMs - 301_000)).toBe(false)
  })
})

describe('what a refusal says', () => {
  const standard: Signature = { scheme: 'standard', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }
  const timed = { 'webhook-id': 'id', 'webhook-timestamp': '1614265330' }
  it.each<[Signature, Headers, string]>([
    [
      { scheme: 'github', secret },
      {},
      'send X-Hub-Signature-256 with sha256= and the HMAC-SHA256 of the body in hex or base64; this header is missing',
    ],
    [
      { scheme: 'github', secret },
      { 'x-hub-signature-256': hmac('hex') },
      'send X-Hub-Signature-256 with sha256= and the HMAC-SHA256 of the body in hex or base64; it begins with something else',
    ],
    [
      { scheme: 'tally', secret },
      { 'tally-signature': 'private words' },
      'send Tally-Signature with the HMAC-SHA256 of the body in hex or base64; it is neither the hex nor the base64 of one',
    ],
    [
      { scheme: 'hmac', secret, header: 'x-mac', encoding: 'hex' },
      { 'x-mac': createHmac('sha256', 'another').update(body).digest('hex') },
      'send x-mac with the HMAC-SHA256 of the body in hex or base64; it was made with another secret, or of another text',
    ],
    [
      { scheme: 'header', secret, header: 'x-key' },
      { 'x-key': 'a' },
      'send the secret in x-key; it is another one',
    ],
    [standard, timed, 'one of them is missing'],
    [
      standard,
      { ...timed, 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' },
      'its time is more than five minutes away',
    ],
  ])('is what is expected, and what is wrong', (signature, headers, words) => {
    expect(problem(signature, headers)).toContain(words)
    expect(problem(signature, headers)).not.toMatch(/correct horse|MfKQ|private/)
  })
})

describe('Standard Webhooks', () => {
  const signature: Signature = { scheme: 'standard', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }

  it.each([
    [300_999, true],
    [301_000, false],
    [-300_000, true],
    [-300_001, false],
  ])('a clock %d ms away: %s', (differenceMs, isAccepted) => {
    expect(check(signature, headers, body, nowMs + differenceMs)).toBe(isAccepted)
  })

  it('one good signature of several is enough', () => {
    const bad = 'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc='
    const good = headers['webhook-signature']
    const list = (...all: string[]) => ({ ...headers, 'webhook-signature': all.join(' ') })
    expect(check(signature, list(bad, bad.replace('v1', 'v2'), good, bad))).toBe(true)
    expect(check(signature, list(bad, good.replace('v1', 'v2')))).toBe(false)
  })

  it('a secret without its prefix is the same', () => {
    expect(check({ ...signature, secret: signature.secret.slice('whsec_'.length) }, headers)).toBe(true)
  })

  it.each(['svix', 'x-acme'])('its headers may be named after another sender: %s', (name) => {
    const others = Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [header.replace('webhook', name), value]),
    )
    expect(problem(signature, others)).toBeUndefined()
    expect(check(signature, { ...others, [`${name}-id`]: 'another' })).toBe(false)
    expect(check(signature, { ...others, 'webhook-id': 'a', 'webhook-timestamp': '1614265330' })).toBe(true)
  })

  it('a secret that is no base64 accepts nothing', () => {
    expect(check({ ...signature, secret: 'whsec_' }, headers)).toBe(false)
    expect(check({ ...signature, secret: '!!!' }, headers)).toBe(false)
  })
})
