import fc from 'fast-check'
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Signature } from '../../../lib/forms/settings.ts'
import { isSigned } from '../../../lib/forms/signature.ts'

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

const check = (signature: Signature, headers: Headers, bytes: Buffer | string = body, atMs = nowMs) =>
  isSigned(signature, { headers, bytes: Buffer.from(bytes) }, atMs)

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
        expect(
          check(signature, { ...headers, [header]: value.slice(0, index) + value.slice(index + 1) }),
        ).toBe(false)
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

  it('a secret that is no base64 accepts nothing', () => {
    expect(check({ ...signature, secret: 'whsec_' }, headers)).toBe(false)
    expect(check({ ...signature, secret: '!!!' }, headers)).toBe(false)
  })
})
