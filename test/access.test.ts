import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { scopes } from '../lib/contract/endpoint.ts'
import { listTokens, revokeToken } from '../lib/tokens/tokens.ts'
import { createToken } from '../lib/tokens/format.ts'
import { send, tap, testPort, type Reply } from './support/api.ts'
import { servedKinds } from './support/kinds.ts'
import { pathOf, type Ids } from './harness/sample-requests.ts'
import { goodBody, namesSomething, nobodysIds, served, snapshot, type Served } from './support/requests.ts'
import { errorBody, newTenant, type TestTenant } from './support/tenant.ts'

const noToken = 'Send your token in the header Authorization: Bearer <API_TOKEN>.'
const badToken = 'The token is malformed, unknown, expired or revoked.'
const placeholder = 'The token is empty or a placeholder such as $TOKEN: send your own.'
const realm = 'Bearer realm="tasks-api"'

/** Every endpoint of the contract, and those of a test for the kinds that it does not have yet. */
const all = [...served, ...servedKinds]

/** A good request of a fresh tenant, to be sent with other headers, or with another id in its path. */
async function requestOf({ endpoint, send, idsFor }: Served) {
  const tenant = await newTenant()
  const ids = await idsFor(tenant)
  const { body, headers: own } = goodBody(endpoint, ids)
  const before = await snapshot(tenant)
  const sendWith = (headers: Record<string, string>, otherIds = {}) =>
    send(endpoint.method, pathOf(endpoint, { ...ids, ...otherIds }), {
      headers: { ...own, ...headers },
      body,
    })
  const isUntouched = async () => {
    expect(await snapshot(tenant)).toEqual(before)
  }
  return { tenant, ids, sendWith, isUntouched }
}

const shared = new Map<string, ReturnType<typeof requestOf>>()

/** The same of a tenant for many tests of an endpoint: what is refused changes nothing, as each of them shows. */
function sharedRequestOf(one: Served): ReturnType<typeof requestOf> {
  const request = shared.get(one.endpoint.id) ?? requestOf(one)
  shared.set(one.endpoint.id, request)
  return request
}

const forToken = all.flatMap((one) => {
  const { auth } = one.endpoint
  if (auth.kind !== 'token') return []
  // test/functions/mcp/sign-in.test.ts has the rest of that challenge
  const challenged = (challenge: string): unknown =>
    auth.takesAccessTokens
      ? expect.stringMatching(new RegExp(`^${challenge}, resource_metadata="`))
      : challenge
  return [{ ...one, scope: auth.scope, also: auth.also, challenged }]
})

/** Every declared endpoint answers alike to whoever may not use it: a new one is covered when it is declared. */
describe.each(forToken)('$name', (one) => {
  const request = () => sharedRequestOf(one)

  it('answers 401 without a token', async () => {
    const { sendWith, isUntouched } = await request()
    const { status, headers, body } = await sendWith({})
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toEqual(one.challenged(realm))
    expect(body).toEqual(errorBody('invalid_token', noToken))
    await isUntouched()
  })

  it('answers 401 to a token that is malformed, mistyped or unknown', async () => {
    const { tenant, sendWith, isUntouched } = await request()
    const { token, accountId } = tenant
    const mistyped = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
    const authorizations = [
      'Bearer x',
      `Bearer ${mistyped}`,
      `Bearer ${token}x`,
      `Bearer ${token} ${token}`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${createToken(accountId).token}`,
      `Bearer ${createToken('11111111-1111-1111-1111-111111111111').token}`,
    ]
    for (const authorization of authorizations) {
      const { status, headers, body } = await sendWith({ Authorization: authorization })
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toEqual(one.challenged(`${realm}, error="invalid_token"`))
      expect(body).toEqual(errorBody('invalid_token', badToken))
    }
    await isUntouched()
  })

  it('answers 401 that says that the token is empty or a placeholder', async () => {
    const { sendWith, isUntouched } = await request()
    for (const token of ['', ' ', ' $TOKEN', ' ${TOKEN}', ' <API_TOKEN>']) {
      const { status, headers, body } = await sendWith({ Authorization: `Bearer${token}` })
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toEqual(one.challenged(`${realm}, error="invalid_token"`))
      expect(body).toEqual(errorBody('invalid_token', placeholder))
    }
    await isUntouched()
  })

  it('answers 401 that says Bearer to another scheme', async () => {
    const { tenant, sendWith, isUntouched } = await request()
    const { token } = tenant
    for (const authorization of [`Basic ${btoa(`user:${token}`)}`, `Token ${token}`, token]) {
      const { status, headers, body } = await sendWith({ Authorization: authorization })
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toEqual(one.challenged(realm))
      expect(body).toEqual(errorBody('invalid_token', noToken))
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

/** The ids of what only its author may write without more scopes: a comment. */
async function ownIds({ endpoint }: Served, tenant: TestTenant, { id }: Ids, token: string): Promise<Ids> {
  if (!endpoint.path.includes('{commentId}')) return {}
  const path = `/tasks/${String(id)}/comments`
  const { headers } = await tenant.send('POST', path, { token, body: { text: 'Mine' } })
  return { commentId: String(headers.location).split('/').at(-1) ?? '' }
}

const scoped = forToken.flatMap(({ also = [], ...one }) =>
  one.scope === 'any' ? [] : [{ ...one, needed: [one.scope, ...also] }],
)

describe.each(scoped)('$name', (one) => {
  const { endpoint, needed } = one
  const request = () => sharedRequestOf(one)

  it.each(needed)('answers 403 insufficient_scope to a token with every scope but %s', async (scope) => {
    const { tenant, sendWith, isUntouched } = await request()
    const token = await tenant.newToken(scopes.filter((other) => other !== scope))
    const { status, headers, body } = await sendWith({ Authorization: `Bearer ${token}` })
    expect(status).toBe(403)
    expect(headers['www-authenticate']).toBe(`${realm}, error="insufficient_scope", scope="${scope}"`)
    const message = `The token lacks the scope ${scope}.`
    expect(body).toEqual(errorBody('insufficient_scope', message, { required_scope: scope }))
    await isUntouched()
  })

  it('takes a token with no other scopes than it needs, under any spelling of the scheme', async () => {
    const { tenant, ids, sendWith } = await requestOf(one)
    const token = await tenant.newToken(needed)
    const own = await ownIds(one, tenant, ids, token)
    const { status } = await sendWith({ authorization: `bearer  ${token}` }, own)
    expect(status).toBe(endpoint.success)
  })

  it('answers 403 plan_required on the free plan', async () => {
    const { sendWith, isUntouched } = await request()
    const { token } = await newTenant({ plan: 'free' })
    const { status, body } = await sendWith({ Authorization: `Bearer ${token}` })
    expect(status).toBe(403)
    expect(body).toEqual(
      errorBody('plan_required', 'The API is part of the Pro plan; this account is on another plan.'),
    )
    await isUntouched()
  })
})

describe.each(forToken.filter(({ endpoint }) => namesSomething(endpoint)))('$name', (one) => {
  it('answers to another account’s ids as to ids that nobody has, and leaves what they name alone', async () => {
    const { endpoint } = one
    const { tenant, sendWith, isUntouched } = await sharedRequestOf(one)
    const { token } = await newTenant()
    const foreign = await sendWith({ Authorization: `Bearer ${token}` })
    const absent = await one.send(endpoint.method, pathOf(endpoint, nobodysIds()), {
      token,
      ...goodBody(endpoint, nobodysIds()),
    })
    expect(foreign.status).toBe(404)
    expect(foreign.status).toBe(absent.status)
    const withoutId = (body: unknown) => ({ error: { ...(body as { error: object }).error, request_id: '' } })
    expect(withoutId(foreign.body)).toEqual(withoutId(absent.body))
    await isUntouched()
    expect(tenant.token).not.toBe(token)
  })
})

/** Headers that say when and how often was asked, not what is there. */
const varying = ['date', 'x-request-id', 'ratelimit']

/** An answer byte for byte, but for the id of its request. */
const essence = ({ status, headers, body }: Reply) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !varying.includes(name))),
  body: JSON.stringify(body).replace(/"request_id":"[^"]*"/, ''),
})

describe.each(forToken.filter(({ endpoint }) => namesSomething(endpoint)))('$name', (one) => {
  it('answers to a token that is bound elsewhere as to ids that nobody has, and leaves what they name alone', async () => {
    const { endpoint } = one
    const { tenant, sendWith } = await requestOf(one)
    const token = await tenant.boundToken(await tenant.newProject())
    const before = await snapshot(tenant)
    const elsewhere = await sendWith({ Authorization: `Bearer ${token}` })
    const absent = await one.send(endpoint.method, pathOf(endpoint, nobodysIds()), {
      token,
      ...goodBody(endpoint, nobodysIds()),
    })
    const isForAccount = endpoint.auth.kind === 'token' && endpoint.auth.isForAccount
    expect(elsewhere.status).toBe(isForAccount ? 403 : 404)
    expect(essence(elsewhere)).toEqual(essence(absent))
    expect(await snapshot(tenant)).toEqual(before)
  })
})

const forAccount = forToken.filter(
  ({ endpoint: { auth } }) => auth.kind === 'token' && auth.isForAccount === true,
)

describe.each(forAccount)('$name', (one) => {
  it('answers 403 project_bound_token to a bound token, and does nothing', async () => {
    const { tenant, sendWith, isUntouched } = await requestOf(one)
    const token = await tenant.boundToken(tenant.projectId)
    const { status, body } = await sendWith({ Authorization: `Bearer ${token}` })
    expect(status).toBe(403)
    expect(body).toEqual(
      errorBody(
        'project_bound_token',
        'This token is bound to projects, and this concerns the whole account: use a token that is not bound.',
      ),
    )
    await isUntouched()
  })
})

const notFound = errorBody('route_not_found', 'There is no such route.')

const withKey = all.flatMap((one) => {
  const { auth } = one.endpoint
  return auth.kind === 'key' ? [{ ...one, auth }] : []
})

describe.each(withKey)('$name', (one) => {
  const { endpoint, auth } = one

  it('answers to a key that nobody has as where there is no route, whatever else is wrong', async () => {
    const { tenant, ids, sendWith, isUntouched } = await requestOf(one)
    // the last character that makes another well-formed key; a file's name may have its type behind the key
    const [, start = '', type = ''] = /^([^.]*)[^.](\..*)?$/.exec(String(ids[auth.param])) ?? []
    const unknown = Array.from('0123456789abcdefABCDEF_-')
      .map((character) => start + character + type)
      .find((key) => key !== ids[auth.param] && auth.schema.safeParse(key).success)
    const wrongIds = Object.fromEntries(Object.keys(ids).map((name) => [name, 'x']))
    const path = `${pathOf(endpoint, { ...wrongIds, [auth.param]: String(unknown) })}?x=1`
    const replies = [
      await sendWith({}, { [auth.param]: unknown }),
      await sendWith({ Authorization: `Bearer ${tenant.token}` }, { [auth.param]: unknown }),
      await one.send(endpoint.method, path, { body: 'x', headers: { 'Content-Type': 'x/y' } }),
      await one.send(endpoint.method, path, { body: 'x'.repeat(400_000) }),
    ]
    for (const { status, body } of replies) expect({ status, body }).toEqual({ status: 404, body: notFound })
    await isUntouched()
  })

  it('answers so to a malformed key, without a look at the table', async () => {
    const { sendWith } = await requestOf(one)
    const malformed = ['x', '%20', '%00', '..%2f', 'null', 'x'.repeat(3_000)]
    tap.reset()
    for (const key of malformed.filter((text) => !auth.schema.safeParse(text).success)) {
      const { status, body } = await sendWith({}, { [auth.param]: key })
      expect({ status, body }).toEqual({ status: 404, body: notFound })
    }
    expect(tap.exchanges).toEqual([])
  })
})

const withoutToken = all.filter(({ endpoint }) => endpoint.auth.kind !== 'token')

describe.each(withoutToken)('$name', (one) => {
  it('asks for no token, and looks at none', async () => {
    const { endpoint } = one
    const { token } = await newTenant()
    const lookUps: unknown[] = []
    for (const headers of [{}, { Authorization: 'Bearer nonsense' }, { Authorization: `Bearer ${token}` }]) {
      const { sendWith } = await requestOf(one)
      tap.reset()
      const { status } = await sendWith(headers)
      expect(status).toBe(endpoint.success)
      lookUps.push(tap.exchanges.filter(({ operation }) => operation === 'BatchGetItem'))
    }
    // a key may be looked up too, but a token makes no difference
    expect(lookUps).toEqual([lookUps[0], lookUps[0], lookUps[0]])
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
