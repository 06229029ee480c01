import { afterEach, describe, expect, it } from 'vitest'
import { formKey } from '../../../lib/forms/form-item.ts'
import { update } from '../../../lib/table/write-items.ts'
import { tap } from '../../support/api.ts'
import { newTenant } from '../../support/tenant.ts'
import { newForm } from './support.ts'

afterEach(() => {
  tap.reset()
})

/** What a change of a form's settings is answered. */
async function change(settings: object) {
  const tenant = await newTenant()
  const form = await newForm(tenant)
  const { status, body } = await tenant.send('PATCH', `/forms/${form.id}`, { body: settings })
  return { status, body }
}

const refusal = (path: string, message: string) => ({
  status: 400,
  body: { error: { code: 'invalid_request', details: [{ path, message }] } },
})

describe('allowedOrigins', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['https://example.com:443', 'https://example.com'],
    ['http://example.com:80', 'http://example.com'],
    ['https://Example.COM/', 'https://example.com'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('%s is stored as a browser sends it, and lets its website in', async (given, origin) => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { allowedOrigins: [given] })
    expect(await form.read()).toMatchObject({ allowed_origins: [origin] })
    await form.submit({ name: 'Ada' }, { Origin: origin })
    expect(await form.submissions()).toMatchObject([{ outcome: 'created' }])
  })

  it.each([
    'https://..',
    'https://a..b',
    'https://.example.com',
    'https://example.com:99999',
    'https://example.com:0',
    'https://*.example.com',
    'https://example.com/contact',
    'https://example.com?a=1',
    'https://ada:secret@example.com',
    `https://${'a'.repeat(64)}.com`,
    `https://${'a.'.repeat(127)}com`,
    'ftp://example.com',
    'example.com',
    'null',
    '',
  ])('%s is refused: no browser sends it', async (origin) => {
    expect(await change({ allowedOrigins: ['https://example.com', origin] })).toMatchObject(
      refusal('allowedOrigins.1', 'must be an origin, such as https://example.com'),
    )
  })

  it('of an earlier release go on working, and let their website in', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    await update(tenant, {
      Key: formKey(tenant, form.id),
      UpdateExpression: 'SET allowed_origins = :origins',
      ExpressionAttributeValues: { ':origins': ['https://..', 'https://example.com:443'] },
    })
    await form.submit({ name: 'Ada' }, { Origin: 'https://example.com' })
    await form.submit({ name: 'Eve' }, { Origin: 'https://evil.example' })
    expect((await form.submissions()).map(({ outcome }) => outcome)).toEqual(['spam', 'created'])
    expect((await tenant.send('GET', `/forms/${form.id}`)).status).toBe(200)
  })
})

describe('the secret of a signature', () => {
  const standard = 'must be base64, with or without whsec_ before it'

  it.each(['whsec_!!!', 'whsec_', 'my secret', 'abcde', 'whsec_MfKQ=9r8', 'ä'])(
    '%s is refused where it must be that of Standard Webhooks',
    async (secret) => {
      expect(await change({ signature: { scheme: 'standard', secret } })).toMatchObject(
        refusal('signature.secret', standard),
      )
    },
  )

  it.each(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'MfKQ9r8GKYqrTw==', 'MfKQ9r8GKYqrTw', ' whsec_-_-_ \n'])(
    '%j is one of Standard Webhooks',
    async (secret) => {
      expect(await change({ signature: { scheme: 'standard', secret } })).toMatchObject({ status: 200 })
    },
  )

  it.each([
    'v1,whsec_MDEyMzQ1Njc4OWFiY2RlZg==',
    'whsec_MfKQ9r8GKYqr\r\n TwjUPD8ILPZIo2LaLaSw',
    'polar_whs_0123456789abc',
  ])('%j is one of Standard Webhooks as it is shown', async (secret) => {
    expect(await change({ signature: { scheme: 'standard', secret } })).toMatchObject({ status: 200 })
  })

  const masked = 'must be the whole secret: this one is masked'
  const invisible = 'must not hold line breaks or other invisible characters'
  const publicKey = 'must be a secret that both sides have: keys of public-key signatures are not checked'
  it.each([
    ['••••••••', masked],
    ['whsec_****abcd', masked],
    ['abcd…', masked],
    ['whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', publicKey],
    ['-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----', publicKey],
    ['s3\ncret', invisible],
    ['s3\u200Bcret', invisible],
  ])('%j is refused with every scheme: nobody signs with it', async (secret, words) => {
    const all = [
      { scheme: 'github', secret },
      { scheme: 'standard', secret },
      { scheme: 'hmac', secret, header: 'x-mac', encoding: 'hex' },
      { scheme: 'header', secret, header: 'x-key' },
    ]
    for (const signature of all) {
      expect(await change({ signature })).toMatchObject(refusal('signature.secret', words))
    }
  })

  it.each([' s3cret', 's3cret\r\n'])('%j is taken: what copying adds means nothing', async (secret) => {
    const form = await newForm(await newTenant(), {
      signature: { scheme: 'header', header: 'X-Secret', secret },
    })
    expect((await form.submit({ name: 'Ada' }, { 'X-Secret': 's3cret' })).status).toBe(200)
    expect((await form.submit({ name: 'Ada' }, { 'X-Secret': 's3' })).status).toBe(401)
  })
})
