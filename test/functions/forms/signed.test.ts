import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { tap, testPort, type Reply } from '../../support/api.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import { newForm, tasksOf } from './support.ts'

afterEach(() => {
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
    const cases: [Record<string, string>, string][] = [
      [{}, 'this header is missing'],
      [{ 'X-Signature': signed(body) }, 'it begins with something else'],
      [{ 'X-Signature': `v1=${signed(`${body} `)}` }, 'it was made with another secret, or of another text'],
    ]
    for (const [headers, problem] of cases) {
      const message = `The signature is missing or wrong: sign with the form's secret. The form expects: send x-signature with v1= and the HMAC-SHA256 of the body in hex or base64; ${problem}.`
      const reply = await form.submit(body, headers)
      expect(reply).toMatchObject({ status: 401, body: errorBody('invalid_signature', message) })
    }
    expect(await tasksOf(tenant)).toMatchObject([{ label: 'Ada' }])
  })

  it('takes what senders of Standard Webhooks show and send, and knows a delivery by its id', async () => {
    const tenant = await newTenant()
    const shown = 'v1,whsec_MDEyMzQ1Njc4OWFiY2RlZg=='
    const form = await newForm(tenant, { signature: { scheme: 'standard', secret: shown } })
    const body = '{"name": "Ada"}'
    const headersOf = (id: string, key = '0123456789abcdef') => {
      const time = String(Math.floor(Date.now() / 1000))
      const mac = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
      return { 'svix-id': id, 'svix-timestamp': time, 'svix-signature': `v1,${mac}` }
    }
    for (const id of ['msg_1', 'msg_2', 'msg_1']) {
      expect((await form.submit(body, headersOf(id))).status).toBe(200)
    }
    expect((await form.submit(body, headersOf('msg_3', 'another'))).status).toBe(401)
    expect((await form.submissions()).map(({ outcome }) => outcome)).toEqual([
      'duplicate',
      'created',
      'created',
    ])
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

describe('a handshake is answered, and makes no task', () => {
  const zoom = {
    scheme: 'hmac',
    secret: 'zoom secret',
    header: 'x-zm-signature',
    encoding: 'hex',
    prefix: 'v0=',
  }
  const plainToken = 'qgg8vlvZRS6UYooatFL8Aw'
  const validation = { event: 'endpoint.url_validation', payload: { plainToken }, event_ts: 1654503849680 }

  it.each<[string, object, unknown, Record<string, string>, object]>([
    [
      'Slack',
      {},
      { token: 'T', challenge: '3eZbrw1a', type: 'url_verification' },
      {},
      { challenge: '3eZbrw1a' },
    ],
    ['monday.com', { signature: zoom }, { challenge: '3eZbrw1a' }, {}, { challenge: '3eZbrw1a' }],
    ['Asana', {}, '{}', { 'X-Hook-Secret': 'b537207f20cbfa02' }, {}],
    ['Asana, without a body', {}, undefined, { 'X-Hook-Secret': 'b537207f20cbfa02' }, {}],
    [
      'Zoom',
      { signature: zoom },
      validation,
      {},
      { plainToken, encryptedToken: createHmac('sha256', 'zoom secret').update(plainToken).digest('hex') },
    ],
  ])('%s', async (_sender, settings, sent, headers, answer) => {
    const tenant = await newTenant()
    const form = await newForm(tenant, settings)
    // not by `submit`: these answers are those of the senders' protocols, not of the contract
    const reply = await fetch(`http://127.0.0.1:${testPort}/v1/hooks/${form.key}`, {
      method: 'POST',
      headers: { ...(sent !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(sent !== undefined && { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
    })
    expect({ status: reply.status, body: (await reply.json()) as unknown }).toEqual({
      status: 200,
      body: answer,
    })
    expect(reply.headers.get('x-hook-secret')).toBe(headers['X-Hook-Secret'] ?? null)
    expect(await form.submissions()).toEqual([])
    expect(await tasksOf(tenant)).toEqual([])
  })

  it('a form signs nothing for strangers that could be a submission, and a challenge among answers is one', async () => {
    const form = await newForm(await newTenant(), { signature: zoom })
    for (const token of ['v0:1:{}', '{"name": "Eve"}', 'name=Eve&a=b']) {
      const reply = await form.submit({ ...validation, payload: { plainToken: token } })
      expect(reply.status).toBe(401)
    }
    const other = await newForm(await newTenant(), { signature: { ...zoom, header: 'x-own' } })
    expect((await other.submit(validation)).status).toBe(401)
    const plain = await newForm(await newTenant())
    await plain.submit({ name: 'Ada', challenge: 'Climb a hill' })
    expect(await plain.submissions()).toMatchObject([{ outcome: 'created' }])
  })
})
