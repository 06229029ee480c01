import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { tap, type Reply } from '../../support/api.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import { newForm, tasksOf } from './support.ts'

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

describe('a signed form', () => {
  const secret = 'a shared secret'
  const signed = (body: string) => createHmac('sha256', secret).update(body).digest('hex')
  const signature = { scheme: 'hmac', secret, header: 'X-Signature', encoding: 'hex', prefix: 'v1=' }

  it('takes what carries its signature, and refuses everything else with 401', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { signature })
    const body = '{"name": "Ada"}'
    expect((await form.submit(body, { 'X-Signature': `v1=${signed(body)}` })).status).toBe(200)
    const message = "The signature is missing or wrong: sign with the form's secret."
    for (const headers of [
      {},
      { 'X-Signature': signed(body) },
      { 'X-Signature': `v1=${signed(`${body} `)}` },
    ]) {
      const reply = await form.submit(body, headers)
      expect(reply).toMatchObject({ status: 401, body: errorBody('invalid_signature', message) })
    }
    expect(await tasksOf(tenant)).toMatchObject([{ label: 'Ada' }])
  })

  it('asks for a new secret at once where one process runs all functions, as on one machine', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const body = '{"name": "Ada"}'
    expect((await form.submit(body)).status).toBe(200)
    for (const key of ['first', 'second']) {
      const change = { signature: { ...signature, secret: key } }
      expect((await tenant.send('PATCH', `/forms/${form.id}`, { body: change })).status).toBe(200)
      const digest = createHmac('sha256', key).update(body).digest('hex')
      expect((await form.submit(body, { 'X-Signature': `v1=${digest}` })).status).toBe(200)
      expect((await form.submit(body)).status).toBe(401)
    }
  })

  it('checks the signature before it reads anything else', async () => {
    const form = await newForm(await newTenant(), { signature })
    for (const body of ['no JSON', 'x'.repeat(65 * 1024)]) {
      const refused = await form.submit(body, { 'X-Signature': 'v1=wrong' })
      expect(refused).toMatchObject({ status: 401, body: { error: { code: 'invalid_signature' } } })
    }
    const genuine = await form.submit('no JSON', { 'X-Signature': `v1=${signed('no JSON')}` })
    expect(genuine).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
  })

  it('counts what is not signed apart, so that nobody without the secret uses up its limit', async () => {
    vi.useFakeTimers({ toFake: ['Date'] }) // no minute ends during the test
    const tenant = await newTenant()
    const form = await newForm(tenant, { signature, rateLimit: 12 })
    const body = '{"name": "Ada"}'
    const sign = { 'X-Signature': `v1=${signed(body)}` }
    const send = async (times: number, headers: Record<string, string>) => {
      const replies: Reply[] = []
      for (let sent = 0; sent < times; sent++) replies.push(await form.submit(body, headers))
      return replies.map(({ status }) => status)
    }
    await send(1, {})
    tap.reset()
    expect(await send(8, {})).toEqual(Array(8).fill(401))
    expect(tap.exchanges).toEqual([])
    expect(await send(4, {})).toEqual([401, 401, 401, 429])
    expect(tap.exchanges).toEqual([{ operation: 'UpdateItem', units: 1 }]) // as any limit: one of ten
    const refused = await form.submit(body)
    const seconds = String(refused.headers['retry-after'])
    expect(refused.body).toEqual(
      errorBody(
        'rate_limited',
        `Too many requests: without its signature this form answers 12 a minute. Try again in ${seconds} s.`,
      ),
    )
    expect(await send(13, sign)).toEqual([...(Array(12).fill(200) as number[]), 429])
    expect(await form.submissions()).toHaveLength(12)
  })

  it('does not count them by the address of a browser either', async () => {
    const form = await newForm(await newTenant(), { signature })
    const browser = { Origin: 'https://example.com' }
    const body = '{"name": "Ada"}'
    for (let sent = 0; sent < 11; sent++) expect((await form.submit(body, browser)).status).toBe(401)
    const genuine = await form.submit(body, { ...browser, 'X-Signature': `v1=${signed(body)}` })
    expect(genuine.status).toBe(200)
  })

  it('never shows its secret', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { signature })
    expect(await form.read()).toMatchObject({ signature: 'hmac' })
    expect(JSON.stringify(await tenant.send('GET', '/forms'))).not.toContain(secret)
  })
})
