import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import {
  changeableFields,
  noticeTypes,
  taskEventTypes,
  type TaskEvent as ContractTaskEvent,
} from '../../lib/webhooks/event.ts'
import {
  verify,
  WebhookVerificationError,
  type ChangeableField,
  type TaskEvent,
  type TaskEventType,
  type WebhookEvent,
} from '../../client/src/index.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const body = JSON.stringify({
  id: 'evt_1_2',
  type: 'webhook.test',
  timestamp: '2026-11-21T09:00:00.000Z',
  data: { webhook_id: 'w', note: 'é 日 🙂' },
})

/** The headers of a delivery, made by the official library. */
function signed({ by = [secret], text = body, ageSeconds = 0 } = {}): Record<string, string> {
  const at = new Date(Date.now() - ageSeconds * 1000)
  return {
    'webhook-id': 'evt_1_2',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': by.map((one) => new Webhook(one).sign('evt_1_2', at, text)).join(' '),
  }
}

const refusal = (reason: string): unknown =>
  expect.objectContaining({ name: 'WebhookVerificationError', reason })

describe('verify', () => {
  it.each<[string, string | Uint8Array | ArrayBuffer]>([
    ['a string', body],
    ['bytes', new TextEncoder().encode(body)],
    ['a Buffer', Buffer.from(body)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ])('returns the event of a body that is %s', async (_, given) => {
    const event: WebhookEvent = await verify(given, signed(), secret)
    expect(event).toEqual(JSON.parse(body))
  })

  it('reads the headers of a Request, and of Node in any case of letters', async () => {
    const headers = signed()
    expect(await verify(body, new Headers(headers), secret)).toMatchObject({ type: 'webhook.test' })
    const upper = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]] as const)
    expect(await verify(body, Object.fromEntries(upper), secret)).toMatchObject({ type: 'webhook.test' })
  })

  it('accepts each of two secrets, and a delivery with several signatures', async () => {
    for (const secrets of [[secret, other], [other, secret], [secret]]) {
      await verify(body, signed({ by: [secret] }), secrets)
      await verify(body, signed({ by: [other, secret] }), secrets)
    }
    const headers = signed()
    const mixed = {
      ...headers,
      'webhook-signature': `v1a,abc v2,xyz ${headers['webhook-signature'] ?? ''} v1,?`,
    }
    await verify(body, mixed, secret)
  })

  it('refuses a body in which any one byte has changed', async () => {
    const headers = signed()
    const bytes = Buffer.from(body)
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      await expect(verify(changed, headers, secret)).rejects.toEqual(refusal('wrong_signature'))
    }
    await expect(verify(`${body} `, headers, secret)).rejects.toEqual(refusal('wrong_signature'))
  })

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'refuses a delivery whose %s is missing or is another',
    async (name) => {
      const { [name]: value = '', ...rest } = signed()
      await expect(verify(body, rest, secret)).rejects.toEqual(refusal('missing_header'))
      await expect(verify(body, { ...rest, [name]: '' }, secret)).rejects.toEqual(refusal('missing_header'))
      const another = name === 'webhook-signature' ? signed({ by: [other] })[name] : `${value.slice(0, -1)}x`
      await expect(verify(body, { ...rest, [name]: another }, secret)).rejects.toThrow(
        WebhookVerificationError,
      )
    },
  )

  it.each([
    [299, undefined],
    [-299, undefined],
    [302, 'timestamp_too_old'],
    [-302, 'timestamp_too_new'],
  ])('with a delivery that is %d s old gives the reason %s', async (ageSeconds, reason) => {
    const verifying = verify(body, signed({ ageSeconds }), secret)
    if (reason === undefined) await verifying
    else await expect(verifying).rejects.toEqual(refusal(reason))
  })

  it('takes another tolerance', async () => {
    const headers = signed({ ageSeconds: 302 })
    expect(await verify(body, headers, secret, { toleranceSeconds: 600 })).toMatchObject({ id: 'evt_1_2' })
  })

  it.each([
    ['webhook-timestamp', '2026-11-21'],
    ['webhook-timestamp', '1e9'],
    ['webhook-timestamp', '-1'],
    ['webhook-signature', 'v2,abcd'],
    ['webhook-signature', 'v1,?'],
  ])('refuses the header %s: %s', async (name, value) => {
    await expect(verify(body, { ...signed(), [name]: value }, secret)).rejects.toEqual(
      refusal('malformed_header'),
    )
  })

  it.each(['', '[]', '{"type": 1}', 'no JSON'])(
    'refuses a signed body that is no event: %s',
    async (text) => {
      await expect(verify(text, signed({ text }), secret)).rejects.toEqual(refusal('malformed_body'))
    },
  )

  it.each([[[]], [''], ['whsec_'], ['whsec_?'], [[secret, 'whsec_AAAA']]])(
    'is given no secret that could verify anything: %j',
    async (secrets) => {
      await expect(verify(body, signed(), secrets)).rejects.toThrow(TypeError)
    },
  )

  it('knows the types of the contract', () => {
    // compiles only while they agree
    const types: readonly Exclude<WebhookEvent['type'], 'webhook.test'>[] = [
      ...taskEventTypes,
      ...noticeTypes,
    ]
    const back: readonly (typeof taskEventTypes)[number][] = [] as TaskEventType[]
    const fields: readonly ChangeableField[] = changeableFields
    const members: keyof ContractTaskEvent['data'] = '' as keyof TaskEvent['data']
    expect([types.length, back, fields, members]).toEqual([12, [], changeableFields, ''])
  })
})
