import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { scopes, type Endpoint } from '../lib/contract/endpoint.ts'
import { endpoints } from '../lib/contract/index.ts'
import { listTokens, revokeToken } from '../lib/store/token.ts'
import { createToken } from '../lib/token/format.ts'
import { send, tap, testPort } from './support/api.ts'
import { pathOf, sampleBody } from '../infra/proof/sample-requests.ts'
import { idsFor, namesSomething, nobodysIds, snapshot } from './support/requests.ts'
import { errorBody, newTenant } from './support/tenant.ts'

const noToken = 'Send your token in the header Authorization: Bearer <API_TOKEN>.'
const badToken = 'The token is malformed, unknown, expired or revoked.'
const realm = 'Bearer realm="tasks-api"'

const named = endpoints.map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))

/** A good request of a fresh tenant, to be sent with other headers. */
async function requestOf(endpoint: Endpoint) {
  const tenant = await newTenant()
  const ids = await idsFor(endpoint, tenant)
  const body = sampleBody(endpoint, ids)
  const before = await snapshot(tenant)
  const sendWith = (headers: Record<string, string>) =>
    send(endpoint.method, pathOf(endpoint, ids), { headers, body })
  const isUntouched = async () => {
    expect(await snapshot(tenant)).toEqual(before)
  }
  return { tenant, sendWith, isUntouched }
}

/** Every declared endpoint answers alike to whoever may not use it: a new one is covered when it is declared. */
describe.each(named)('$name', ({ endpoint }) => {
  const request = () => requestOf(endpoint)

  it('answers 401 without a token', async () => {
    const { sendWith, isUntouched } = await request()
    const { status, headers, body } = await sendWith({})
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toBe(realm)
    expect(body).toEqual(errorBody('invalid_token', noToken))
    await isUntouched()
  })

  it('answers 401 to a token that is malformed, mistyped, unknown, or under another scheme', async () => {
    const { tenant, sendWith, isUntouched } = await request()
    const { token, accountId } = tenant
    const mistyped = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
    const authorizations = [
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Bearer ${mistyped}`,
      `Bearer ${token}x`,
      `Bearer ${token} ${token}`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${createToken(accountId).token}`,
      `Bearer ${createToken('11111111-1111-1111-1111-111111111111').token}`,
      `Basic ${Buffer.from(`user:${token}`).toString('base64')}`,
      token,
    ]
    for (const authorization of authorizations) {
      const { status, headers, body } = await sendWith({ Authorization: authorization })
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toBe(`${realm}, error="invalid_token"`)
      expect(body).toEqual(errorBody('invalid_token', badToken))
    }
    await isUntouched()
  })

  it('answers 401 to an expired and to a revoked token', async () => {
    const { tenant, sendWith, isUntouched } = await request()
    const expired = await tenant.newToken([...scopes], 0)
    const revoked = await tenant.newToken([...scopes])
    const newest = (await listTokens(tenant)).at(-1) // those that have expired are not listed
    await revokeToken(tenant, String(newest?.id))
    for (const token of [expired, revoked]) {
      const { status, body } = await sendWith({ Authorization: `Bearer ${token}` })
      expect(status).toBe(401)
      expect(body).toEqual(errorBody('invalid_token', badToken))
    }
    await isUntouched()
  })
})

const scoped = endpoints.flatMap((endpoint) =>
  endpoint.scope === 'any'
    ? []
    : [{ endpoint, scope: endpoint.scope, name: `${endpoint.method} ${endpoint.path}` }],
)

describe.each(scoped)('$name', ({ endpoint, scope }) => {
  const request = () => requestOf(endpoint)

  it('answers 403 insufficient_scope to a token with every other scope', async () => {
    const { tenant, sendWith, isUntouched } = await request()
    const token = await tenant.newToken(scopes.filter((other) => other !== scope))
    const { status, headers, body } = await sendWith({ Authorization: `Bearer ${token}` })
    expect(status).toBe(403)
    expect(headers['www-authenticate']).toBe(`${realm}, error="insufficient_scope", scope="${scope}"`)
    const message = `The token lacks the scope ${scope}.`
    expect(body).toEqual(errorBody('insufficient_scope', message, { required_scope: scope }))
    await isUntouched()
  })

  it('takes a token with its scope alone, under any spelling of the scheme', async () => {
    const { tenant, sendWith } = await request()
    const token = await tenant.newToken([scope])
    const { status } = await sendWith({ authorization: `bearer  ${token}` })
    expect(status).toBe(endpoint.success)
  })

  it('answers 403 plan_required on the free plan', async () => {
    const { sendWith } = await request()
    const { token } = await newTenant({ plan: 'free' })
    const { status, body } = await sendWith({ Authorization: `Bearer ${token}` })
    expect(status).toBe(403)
    expect(body).toEqual(
      errorBody('plan_required', 'The API is part of the Pro plan; this account is on another plan.'),
    )
  })
})

describe.each(named.filter(({ endpoint }) => namesSomething(endpoint)))('$name', ({ endpoint }) => {
  it('answers to another account’s ids as to ids that nobody has, and leaves what they name alone', async () => {
    const { tenant, sendWith, isUntouched } = await requestOf(endpoint)
    const { token } = await newTenant()
    const foreign = await sendWith({ Authorization: `Bearer ${token}` })
    const absent = await send(endpoint.method, pathOf(endpoint, nobodysIds()), {
      token,
      body: sampleBody(endpoint, nobodysIds()),
    })
    expect(foreign.status).toBe(404)
    expect(foreign.status).toBe(absent.status)
    const withoutId = (body: unknown) => ({ error: { ...(body as { error: object }).error, request_id: '' } })
    expect(withoutId(foreign.body)).toEqual(withoutId(absent.body))
    await isUntouched()
    expect(tenant.token).not.toBe(token)
  })
})

describe('a token', () => {
  it('is refused when its header comes twice', async () => {
    const { token, projectId } = await newTenant()
    const socket = connect(testPort, '127.0.0.1')
    await once(socket, 'connect')
    const line = `Authorization: Bearer ${token}\r\n`
    socket.end(
      `GET /v1/projects/${projectId}/tasks HTTP/1.1\r\nHost: localhost\r\n${line}${line}Connection: close\r\n\r\n`,
    )
    expect(await text(socket)).toMatch(/^HTTP\/1.1 401 /)
  })

  it('with a wrong checksum, or malformed, is refused without a look at the table', async () => {
    const { token, projectId } = await newTenant()
    for (const wrong of [`${token.slice(0, -6)}000000`, 'nonsense']) {
      expect((await send('GET', `/projects/${projectId}/tasks`, { token: wrong })).status).toBe(401)
    }
    expect(tap.exchanges).toEqual([])
  })

  it('is looked up once in a minute, and a revocation holds after it', async () => {
    const tenant = await newTenant()
    const list = () => tenant.send('GET', `/projects/${tenant.projectId}/tasks`)
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const lookUps = () => tap.exchanges.filter(({ operation }) => operation === 'BatchGetItem').length
      await list()
      vi.advanceTimersByTime(59_000)
      expect((await list()).status).toBe(200)
      expect(lookUps()).toBe(1)
      const [token] = await listTokens(tenant)
      await revokeToken(tenant, String(token?.id))
      vi.advanceTimersByTime(1_001)
      expect((await list()).status).toBe(401)
      expect((await list()).status).toBe(401)
      expect(lookUps()).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends on the second that it expires, even while it is remembered', async () => {
    const tenant = await newTenant()
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const token = await tenant.newToken(['read'], 30)
      const list = () => send('GET', `/projects/${tenant.projectId}/tasks`, { token })
      expect((await list()).status).toBe(200)
      vi.advanceTimersByTime(28_000)
      expect((await list()).status).toBe(200)
      vi.advanceTimersByTime(2_000)
      expect((await list()).status).toBe(401)
    } finally {
      vi.useRealTimers()
    }
  })
})
