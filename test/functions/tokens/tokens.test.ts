import { describe, expect, it } from 'vitest'
import { scopes } from '../../../lib/contract/endpoint.ts'
import type { Token } from '../../../lib/tokens/token.ts'
import { send } from '../../support/api.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'

type NewToken = Token & { secret: string }
const tokenOf = (body: unknown) => (body as { token: NewToken }).token // the test has checked the status
const inAnHour = () => new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000).toISOString()

describe('POST /tokens', () => {
  it('answers 201 with the secret, which allows exactly its scopes', async () => {
    const tenant = await newTenant()
    const expiresAt = inAnHour()
    const { status, body, headers } = await tenant.send('POST', '/tokens', {
      body: { name: ' Form ', scopes: ['write', 'read', 'write'], expiresAt },
    })
    expect(status).toBe(201)
    const token = tokenOf(body)
    expect(body).toEqual({
      token: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
        name: 'Form',
        scopes: ['read', 'write'],
        created_at: expect.any(String) as unknown,
        expires_at: expiresAt,
        rate_limit: null,
        project_ids: null,
        created_by: null,
        secret: expect.stringMatching(/^tsk_/) as unknown,
      },
    })
    expect(headers.location).toBe(`/v1/tokens/${token.id}`)
    const { secret } = token
    expect((await send('GET', `/projects/${tenant.projectId}/tasks`, { token: secret })).status).toBe(200)
    expect((await send('DELETE', `/projects/${tenant.projectId}`, { token: secret })).status).toBe(403)
  })

  it('creates a token that lasts until it is revoked when no expiry is given', async () => {
    const { send: sendAs } = await newTenant()
    for (const expiry of [{}, { expiresAt: null }]) {
      const { body } = await sendAs('POST', '/tokens', { body: { name: 'x', scopes: ['read'], ...expiry } })
      expect(tokenOf(body).expires_at).toBeNull()
    }
  })

  it('never grants more than the caller’s token may do: 403 names the missing scope', async () => {
    const tenant = await newTenant()
    const token = await tenant.newToken(['admin', 'read'])
    const create = (wanted: string[]) =>
      send('POST', '/tokens', { token, body: { name: 'x', scopes: wanted } })
    expect((await create(['read', 'admin'])).status).toBe(201)
    const { status, body, headers } = await create(['read', 'write', 'delete'])
    expect(status).toBe(403)
    expect(body).toEqual(
      errorBody('insufficient_scope', 'The token lacks the scope write.', { required_scope: 'write' }),
    )
    expect(headers['www-authenticate']).toContain('scope="write"')
  })

  it.each([
    [{ scopes: [] }, 'scopes must name a scope'],
    [{ scopes: ['root'] }, 'scopes.0 must be one of read, write, delete, admin, hooks'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt must be a time such as 2027-01-31T12:00:00Z'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt must be in the future'],
  ])('answers 400 to %j', async (change, message) => {
    const { send: sendAs } = await newTenant()
    const { status, body } = await sendAs('POST', '/tokens', {
      body: { name: 'x', scopes: ['read'], ...change },
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { message } })
  })

  it('answers 429 to the 51st live token, also to concurrent requests, and does not count expired or revoked ones', async () => {
    const tenant = await newTenant() // it has one token
    await tenant.newToken(['read'], 0)
    const create = () => tenant.send('POST', '/tokens', { body: { name: 'x', scopes: ['read'] } })
    for (let n = 0; n < 44; n++) expect((await create()).status).toBe(201)
    const replies = await Promise.all(Array.from({ length: 8 }, create))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5)
    const [refused, ...more] = replies.filter(({ status }) => status === 429)
    expect(more).toHaveLength(2)
    expect(refused?.body).toEqual(
      errorBody('quota_exceeded', 'The account has 50 live tokens: revoke one first.'),
    )
    const made = tokenOf(replies.find(({ status }) => status === 201)?.body)
    await tenant.send('DELETE', `/tokens/${made.id}`)
    expect((await create()).status).toBe(201)
  })
})

describe('GET /tokens', () => {
  it('lists the live tokens, oldest first, without their secrets', async () => {
    const tenant = await newTenant()
    const { secret, ...token } = tokenOf(
      (await tenant.send('POST', '/tokens', { body: { name: 'Form', scopes: ['write'] } })).body,
    )
    const { status, body } = await tenant.send('GET', '/tokens')
    expect(status).toBe(200)
    expect((body as { tokens: Token[] }).tokens).toHaveLength(2)
    expect((body as { tokens: Token[] }).tokens[1]).toEqual(token)
    expect(JSON.stringify(body)).not.toContain(secret)
  })
})

describe('DELETE /tokens/{tokenId}', () => {
  it('answers 200, and then 404', async () => {
    const tenant = await newTenant()
    const { id } = tokenOf(
      (await tenant.send('POST', '/tokens', { body: { name: 'x', scopes: ['read'] } })).body,
    )
    const { status, body } = await tenant.send('DELETE', `/tokens/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({ success: true })
    expect((await tenant.send('DELETE', `/tokens/${id}`)).body).toEqual(
      errorBody('token_not_found', 'There is no such token.'),
    )
  })

  it('can revoke the last admin token', async () => {
    const tenant = await newTenant()
    const { body } = await tenant.send('GET', '/tokens/self')
    expect((await tenant.send('DELETE', `/tokens/${tokenOf(body).id}`)).status).toBe(200)
  })
})

describe('GET /tokens/self', () => {
  it.each(scopes)('answers to a token with only the scope %s', async (scope) => {
    const tenant = await newTenant()
    const token = await tenant.newToken([scope])
    const { status, body } = await send('GET', '/tokens/self', { token })
    expect(status).toBe(200)
    expect(body).toEqual({
      token: {
        id: expect.any(String) as unknown,
        name: 'Test',
        scopes: [scope],
        created_at: expect.any(String) as unknown,
        expires_at: null,
        rate_limit: null,
        project_ids: null,
        created_by: null,
      },
      account: { id: tenant.accountId, plan: 'pro', time_zone: null },
      member: null,
    })
  })

  it('answers on the free plan too', async () => {
    const { send: sendAs } = await newTenant({ plan: 'free' })
    const reply = await sendAs('GET', '/tokens/self')
    expect(reply.body).toMatchObject({ account: { plan: 'free' } })
  })
})
