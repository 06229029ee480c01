import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Token } from '../../../lib/tokens/token.ts'
import { listTokens, revokeToken } from '../../../lib/tokens/tokens.ts'
import { tokenKey } from '../../../lib/tokens/token-item.ts'
import { parseToken } from '../../../lib/tokens/format.ts'
import { send, tap, testTable } from '../../support/api.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

const idOf = async (token: string): Promise<string> => {
  const { body } = await send('GET', '/tokens/self', { token })
  return (body as { token: Token }).token.id // `send` has checked it against the contract
}

const badToken = errorBody('invalid_token', 'The token is malformed, unknown, expired or revoked.')

/** A second admin token that this process remembers, and that another process has revoked. */
async function revokedAdmin(tenant: TestTenant) {
  const token = await tenant.newToken(['admin', 'read'])
  const id = await idOf(token)
  await revokeToken(tenant, id)
  expect((await send('GET', '/tokens/self', { token })).status).toBe(200) // the process remembers it for a minute
  return token
}

const create = (token: string, body: object = {}) =>
  send('POST', '/tokens', { token, body: { name: 'Successor', scopes: ['read'], ...body } })

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

describe('a revoked admin token that is still remembered', () => {
  it('creates no token: 401, and the process forgets it at once', async () => {
    const tenant = await newTenant()
    const token = await revokedAdmin(tenant)
    const { status, body, headers } = await create(token)
    expect(status).toBe(401)
    expect(body).toEqual(badToken)
    expect(headers['www-authenticate']).toBe('Bearer realm="tasks-api", error="invalid_token"')
    expect(await listTokens(tenant)).toHaveLength(1)
    expect((await send('GET', '/tokens/self', { token })).status).toBe(401)
  })

  it('revokes no other token: 401, whether that token exists or not', async () => {
    const tenant = await newTenant()
    const token = await revokedAdmin(tenant)
    const id = await idOf(tenant.token)
    expect((await send('DELETE', `/tokens/${id}`, { token })).body).toEqual(badToken)
    expect((await listTokens(tenant)).map((other) => other.id)).toEqual([id])
    const again = await revokedAdmin(tenant)
    expect((await send('DELETE', `/tokens/${crypto.randomUUID()}`, { token: again })).status).toBe(401)
  })

  it('gets 401, not 429, when the account has all the tokens that it may have', async () => {
    const tenant = await newTenant()
    const token = await revokedAdmin(tenant)
    for (let count = 1; count < 50; count++) await tenant.newToken(['read'])
    tap.reset()
    expect((await create(token)).status).toBe(401)
  })

  it.each(['POST', 'DELETE'])(
    'is refused also when the revocation comes between look and write: %s',
    async (method) => {
      const tenant = await newTenant()
      const token = await tenant.newToken(['admin', 'read'])
      await idOf(token) // from now on the process remembers it
      const victim = await idOf(await tenant.newToken(['read']))
      tap.reset()
      let state: 'before' | 'revoking' | 'revoked' = 'before'
      tap.faults = (operation) => {
        if (operation !== 'TransactWriteItems' || state === 'revoked') return undefined
        if (state === 'before') {
          state = 'revoking'
          const Key = tokenKey(tenant.accountId, parseToken(token)?.hash ?? '')
          void testTable.client
            .send(new DeleteCommand({ TableName: testTable.name, Key }))
            .then(() => (state = 'revoked'))
        }
        return 'conflict' // the write is repeated until the token is revoked
      }
      const reply =
        method === 'POST' ? await create(token) : await send('DELETE', `/tokens/${victim}`, { token })
      expect(state).toBe('revoked')
      expect(reply.body).toEqual(badToken)
      expect((await listTokens(tenant)).map((other) => other.id)).toContain(victim)
      expect(await listTokens(tenant)).toHaveLength(2)
    },
  )
})

describe('a token that creates or revokes tokens', () => {
  it('may revoke itself, once', async () => {
    const tenant = await newTenant()
    const token = await tenant.newToken(['admin'])
    const id = await idOf(token)
    expect((await send('DELETE', `/tokens/${id}`, { token })).body).toEqual({ success: true })
    expect((await send('DELETE', `/tokens/${id}`, { token })).body).toEqual(badToken)
  })

  it('revokes another one while that one revokes it: one of the two stays', async () => {
    const tenant = await newTenant()
    const tokens = [await tenant.newToken(['admin']), await tenant.newToken(['admin'])] as const
    const ids = [await idOf(tokens[0]), await idOf(tokens[1])]
    const replies = await Promise.all([
      send('DELETE', `/tokens/${ids[1]}`, { token: tokens[0] }),
      send('DELETE', `/tokens/${ids[0]}`, { token: tokens[1] }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await listTokens(tenant)).toHaveLength(2)
  })
})

const second = (aheadMs: number) => new Date(Math.ceil((Date.now() + aheadMs) / 1000) * 1000).toISOString()

describe('a token that expires', () => {
  const maker = async () => {
    const tenant = await newTenant()
    const end = second(3_600_000)
    const { body } = await create(tenant.token, { scopes: ['admin', 'read'], expiresAt: end })
    return { end, token: (body as { token: { secret: string } }).token.secret } // as the contract declares
  }

  it.each<[string, (end: string) => object]>([
    ['without an end', () => ({})],
    ['with null as its end', () => ({ expiresAt: null })],
    ['that ends a second later', (end) => ({ expiresAt: new Date(Date.parse(end) + 1000).toISOString() })],
    ['that ends in the last year of all', () => ({ expiresAt: '9999-12-31T23:59:59Z' })],
  ])('creates no token %s: 400 with the latest time', async (_, bodyFor) => {
    const { token, end } = await maker()
    const message = `must not be later than ${end}, when the token of this request expires`
    const reply = await create(token, bodyFor(end))
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual(
      errorBody('invalid_request', `expiresAt ${message}`, { details: [{ path: 'expiresAt', message }] }),
    )
  })

  it('creates tokens that expire with it, or before', async () => {
    const { token, end } = await maker()
    expect((await create(token, { expiresAt: end })).status).toBe(201)
    expect((await create(token, { expiresAt: second(60_000) })).status).toBe(201)
  })
})

describe('the expiry of a new token', () => {
  it.each([
    ['9999-12-31T23:59:59-00:01', 'must be before the year 10000 in UTC'],
    ['9999-12-31T23:59:59.999-23:59', 'must be before the year 10000 in UTC'],
    ['0000-01-01T00:00:00+00:01', 'must be in the future'],
  ])('cannot be %s: 400', async (expiresAt, message) => {
    const { token } = await newTenant()
    const { status, body } = await create(token, { expiresAt })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { message: `expiresAt ${message}` } })
  })

  it('may be the last second of the year 9999', async () => {
    const { token } = await newTenant()
    const { status, body } = await create(token, { expiresAt: '9999-12-31T23:00:00-00:59' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ token: { expires_at: '9999-12-31T23:59:00.000Z' } })
  })

  it('is at least a second ahead, so that a token that was just created is live', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12, 0, 0, 100) })
    const { token } = await newTenant()
    const refused = await create(token, { expiresAt: '2026-11-21T12:00:01.099Z' })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      error: { message: 'expiresAt must be at least one second in the future' },
    })
    const { status, body } = await create(token, { expiresAt: '2026-11-21T12:00:01.100Z' })
    expect(status).toBe(201)
    const { expires_at, secret } = (body as { token: { expires_at: string; secret: string } }).token
    expect(expires_at).toBe('2026-11-21T12:00:01.000Z')
    expect((await send('GET', '/tokens/self', { token: secret })).status).toBe(200)
  })
})
