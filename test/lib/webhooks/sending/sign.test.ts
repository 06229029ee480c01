import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { createSecret } from '../../../../lib/webhooks/secret.ts'
import { signatureHeaders } from '../../../../lib/webhooks/sending/sign.ts'

const id = 'evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1614265330000'
const body = '{"label":"Zoë 🦊"}'

/** How a receiver checks a delivery: the official package. test/recipes/receivers.test.ts has the examples of the documentation. */
const receivers: [
  name: string,
  verify: (headers: Record<string, string>, body: string, secret: string) => boolean,
][] = [
  [
    'the official package',
    (headers, text, secret) => {
      try {
        new Webhook(secret).verify(text, headers)
        return true
      } catch {
        return false
      }
    },
  ],
]

describe('a secret', () => {
  it('is 32 random bytes in base64 after whsec_', () => {
    const secret = createSecret()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(createSecret()).not.toBe(secret)
  })
})

describe('the signature', () => {
  it("is that of the standard's test vector", () => {
    const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', secrets }
    expect(signatureHeaders({ ...message, nowMs: 1_614_265_330_999 })).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('is refused without a secret, or with an empty one', () => {
    expect(() => signatureHeaders({ id, body, secrets: [], nowMs: 0 })).toThrow('A delivery needs a secret.')
    expect(() => signatureHeaders({ id, body, secrets: ['whsec_'], nowMs: 0 })).toThrow(
      'The secret of a webhook is empty.',
    )
  })
})

describe.each(receivers)('a delivery to a receiver with %s', (_name, verify) => {
  const [secret, old, other] = [createSecret(), createSecret(), createSecret()]
  const signed = (secrets: string[], ageMs = 0) =>
    signatureHeaders({ id, body, secrets, nowMs: Date.now() - ageMs })

  it('is accepted with its secret, and refused with another', () => {
    expect(verify(signed([secret]), body, secret)).toBe(true)
    expect(verify(signed([secret]), body, other)).toBe(false)
  })

  it('is accepted with both secrets while the secret is rotated', () => {
    const headers = signed([secret, old])
    expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
    expect(verify(headers, body, secret)).toBe(true)
    expect(verify(headers, body, old)).toBe(true)
    expect(verify(headers, body, other)).toBe(false)
  })

  it('is refused when anything in it has changed', () => {
    const headers = signed([secret])
    for (const index of Array.from({ length: body.length }).keys()) {
      expect(verify(headers, body.slice(0, index) + body.slice(index + 1), secret)).toBe(false)
    }
    expect(verify({ ...headers, 'webhook-id': `${id}0` }, body, secret)).toBe(false)
    const timestamp = String(Number(headers['webhook-timestamp']) + 1)
    expect(verify({ ...headers, 'webhook-timestamp': timestamp }, body, secret)).toBe(false)
    expect(verify({ ...headers, 'webhook-signature': 'v1,' }, body, secret)).toBe(false)
  })

  it('is refused when it is older than five minutes', () => {
    expect(verify(signed([secret], 299_000), body, secret)).toBe(true)
    expect(verify(signed([secret], 302_000), body, secret)).toBe(false)
  })
})
