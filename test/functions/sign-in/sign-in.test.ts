import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMember, removeMember } from '../../../lib/members/members.ts'
import type { Provider } from '../../harness/sign-in/provider.ts'
import { send } from '../../support/api.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import {
  clientId,
  newEmail,
  redirectUri,
  sessionOf,
  signInAs,
  startTestProvider,
  variablesOf,
} from './try.ts'

const failed = errorBody('sign_in_failed', 'The sign-in failed: start it again.')
const down = errorBody('service_unavailable', 'The identity provider does not answer. Try again in a moment.')

let provider: Provider
const unverified = { email: newEmail(), email_verified: false }
const silent = { email: newEmail() }

beforeAll(async () => {
  provider = await startTestProvider([unverified, silent])
})
afterAll(() => provider.stop())

/** What no provider has made. */
const madeUp = { code: 'made-up', codeVerifier: 'x'.repeat(43), nonce: 'made-up' }

const useSettings = (variables: Record<string, string>) => {
  for (const name of ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'CLIENT_AUTH', 'NAME', 'TRUST_EMAIL'])
    vi.stubEnv(`OIDC_${name}`, variables[`OIDC_${name}`] ?? '')
}

beforeEach(() => {
  useSettings(variablesOf(provider))
})
afterEach(() => {
  for (const name of ['tamper', 'forge', 'intercept'] as const) Reflect.deleteProperty(provider, name)
  vi.unstubAllEnvs()
})

/** A person who is a member of an account. */
async function newPerson(role: 'admin' | 'member' | 'viewer' = 'member') {
  const tenant = await newTenant()
  const email = newEmail()
  const member = await createMember(tenant, { email, role })
  return { tenant, email, member }
}

describe('GET /sign-in', () => {
  it('answers null where there is no provider', async () => {
    useSettings({})
    expect((await send('GET', '/sign-in')).body).toEqual({ provider: null })
  })

  it('describes the provider', async () => {
    // on a busy machine, the provider's first answer may come too late: then it is 503, and asked for again
    const body = async () => (await send('GET', '/sign-in')).body
    await expect.poll(body, { timeout: 60_000 }).toEqual({
      provider: {
        name: 'Example ID',
        authorization_endpoint: `${provider.issuer}/auth`,
        client_id: clientId,
        scope: 'openid email',
      },
    })
  })

  it('asks the provider once an hour', async () => {
    const other = await startTestProvider()
    useSettings(variablesOf(other))
    await Promise.all([send('GET', '/sign-in'), send('GET', '/sign-in')])
    await send('GET', '/sign-in')
    expect(other.asked).toEqual(['/.well-known/openid-configuration'])
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.advanceTimersByTime(60 * 60 * 1000 + 1)
    await send('GET', '/sign-in')
    vi.useRealTimers()
    expect(other.asked).toHaveLength(2)
    await other.stop()
  })

  it('answers 503 while the provider is down, and again when it is back', async () => {
    const other = await startTestProvider()
    useSettings(variablesOf(other))
    other.intercept = (_, response) => !!response.writeHead(500).end()
    const { status, headers, body } = await send('GET', '/sign-in')
    expect({ status, body }).toEqual({ status: 503, body: down })
    expect(headers['retry-after']).toBe('5')
    Reflect.deleteProperty(other, 'intercept')
    expect((await send('GET', '/sign-in')).status).toBe(200)
    await other.stop()
    // what is remembered of it is not asked again, and a sign-in finds out
    expect((await send('GET', '/sign-in')).status).toBe(200)
  })

  it('answers 503 where nobody listens, at once', async () => {
    const gone = await startTestProvider()
    await gone.stop()
    useSettings(variablesOf(gone))
    for (const ask of [
      () => send('GET', '/sign-in'),
      () => send('POST', '/sessions', { body: { ...madeUp, redirectUri } }),
    ]) {
      const { status, body } = await ask()
      expect({ status, body }).toEqual({ status: 503, body: down })
    }
  })

  it.each<[string, string, string]>([
    ['a page', 'text/html', '<p>Hello'],
    ['half of JSON', 'application/json', '{"issuer": "'],
    ['a list', 'application/json', '[]'],
    ['too much', 'application/json', ' '.repeat(600_000)],
  ])('answers 503 where the provider describes itself by %s', async (_, type, content) => {
    const other = await startTestProvider()
    useSettings(variablesOf(other))
    other.intercept = (_, response) => !!response.writeHead(200, { 'Content-Type': type }).end(content)
    const { status, body } = await send('GET', '/sign-in')
    expect({ status, body }).toEqual({ status: 503, body: down })
    await other.stop()
  })

  it('answers 503 after some seconds where the provider is slow', async () => {
    const other = await startTestProvider()
    useSettings(variablesOf(other))
    other.intercept = () => new Promise<boolean>(() => undefined)
    const startMs = Date.now()
    const replies = await Promise.all([send('GET', '/sign-in'), send('GET', '/sign-in')])
    expect(replies.map(({ body }) => body)).toEqual([down, down])
    expect(Date.now() - startMs).toBeLessThan(9_000) // an endpoint has ten seconds
    expect(other.asked).toHaveLength(1)
    await other.stop()
  })
})

describe('POST /sessions', () => {
  it('answers 404 route_not_found where there is no provider', async () => {
    useSettings({})
    const { status, body } = await signInAs(provider, newEmail())
    expect({ status, body }).toEqual({
      status: 404,
      body: errorBody('route_not_found', 'There is no such route.'),
    })
  })

  it('opens a session of 12 hours with the scopes of the role', async () => {
    const { tenant, email, member } = await newPerson()
    const nowMs = Date.now()
    const { status, body } = await signInAs(provider, email)
    expect(status).toBe(201)
    expect(body).toEqual({
      session: {
        secret: expect.stringMatching(/^tss_/) as unknown,
        expires_at: expect.any(String) as unknown,
        account: { id: tenant.accountId, name: 'Test', plan: 'pro' },
        member,
      },
    })
    const { secret, expires_at } = (body as { session: { secret: string; expires_at: string } }).session
    const hours = (Date.parse(expires_at) - nowMs) / 3_600_000
    expect(hours).toBeGreaterThan(11.99)
    expect(hours).toBeLessThan(12.01)
    const self = await send('GET', '/tokens/self', { token: secret })
    expect(self.body).toMatchObject({
      token: { name: email, scopes: ['read', 'write', 'delete', 'hooks'], expires_at, created_by: null },
      account: { id: tenant.accountId },
    })
    expect((await send('GET', '/members', { token: secret })).status).toBe(403)
  })

  it.each([
    ['admin', ['read', 'write', 'delete', 'admin', 'hooks']],
    ['viewer', ['read']],
  ] as const)('gives the role %s its scopes', async (role, scopes) => {
    const { email } = await newPerson(role)
    const { secret } = await sessionOf(provider, email)
    const { body } = await send('GET', '/tokens/self', { token: secret })
    expect(body).toMatchObject({ token: { scopes } })
  })

  it('finds the member whatever the case of the address is', async () => {
    const { email, member } = await newPerson()
    const { secret } = await sessionOf(provider, email.toUpperCase())
    const { body } = await send('GET', '/tokens/self', { token: secret })
    expect(body).toMatchObject({ token: { name: member.email } })
  })

  it('does not take a letter that Unicode folds to another one for the same', async () => {
    const kelvin = '\u212A' // toLowerCase makes a k of it
    const email = `k${newEmail()}`
    await createMember(await newTenant(), { email, role: 'admin' })
    const { status, body } = await signInAs(provider, email.replace('k', kelvin))
    expect({ status, body }).toMatchObject({ status: 403, body: { error: { code: 'not_a_member' } } })
  })

  it('reads the address from the ID token, without asking for userinfo', async () => {
    const other = await startTestProvider([], { emailInIdToken: true })
    useSettings(variablesOf(other))
    const { email } = await newPerson()
    expect((await signInAs(other, email)).status).toBe(201)
    expect(other.asked).not.toContain('/me')
    await other.stop()
  })

  it('answers 403 not_a_member to an unknown address', async () => {
    const { status, body } = await signInAs(provider, newEmail())
    const message = 'You are not a member here: ask an administrator of your team to add your e-mail address.'
    expect({ status, body }).toEqual({ status: 403, body: errorBody('not_a_member', message) })
  })

  it('answers so to a member who was removed', async () => {
    const { tenant, email, member } = await newPerson()
    await removeMember(tenant, member.id)
    expect((await signInAs(provider, email)).status).toBe(403)
  })

  it('answers 401 sign_in_failed to an address that is not verified', async () => {
    await createMember(await newTenant(), { email: unverified.email, role: 'admin' })
    const { status, body } = await signInAs(provider, unverified.email)
    const message = 'The sign-in failed: your e-mail address is not verified by the identity provider.'
    expect({ status, body }).toEqual({ status: 401, body: errorBody('sign_in_failed', message) })
    useSettings(variablesOf(provider, { OIDC_TRUST_EMAIL: 'true' }))
    expect((await signInAs(provider, unverified.email)).status).toBe(401)
  })

  it('trusts an address of which the provider says nothing only with OIDC_TRUST_EMAIL', async () => {
    await createMember(await newTenant(), { email: silent.email, role: 'viewer' })
    const { status, body } = await signInAs(provider, silent.email)
    const message =
      'The sign-in failed: the identity provider does not say whether your e-mail address is verified. Whoever runs this service decides with OIDC_TRUST_EMAIL whether that is enough.'
    expect({ status, body }).toEqual({ status: 401, body: errorBody('sign_in_failed', message) })
    useSettings(variablesOf(provider, { OIDC_TRUST_EMAIL: 'true' }))
    expect((await signInAs(provider, silent.email)).status).toBe(201)
  })

  it('refuses a code that was used', async () => {
    const { email } = await newPerson()
    let sent: object = {}
    await signInAs(provider, email, (all) => (sent = all))
    const { status, body } = await send('POST', '/sessions', { body: sent })
    expect({ status, body }).toEqual({ status: 401, body: failed })
  })

  it.each([
    ['another nonce', { nonce: 'another' }],
    ['another code verifier', { codeVerifier: 'x'.repeat(43) }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['another code', { code: 'another' }],
  ])('refuses %s', async (_, change) => {
    const { email } = await newPerson()
    const { status, body } = await signInAs(provider, email, (sent) => ({ ...sent, ...change }))
    expect({ status, body }).toEqual({ status: 401, body: failed })
  })

  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['for another client', (claims) => ({ ...claims, aud: 'another' })],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['that has expired', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 301 })],
    ['without a nonce', (claims) => ({ ...claims, nonce: undefined })],
    ['without a subject', (claims) => ({ ...claims, sub: undefined })],
  ])('refuses an ID token %s', async (_, tamper) => {
    const { email } = await newPerson()
    provider.tamper = tamper
    const { status, body } = await signInAs(provider, email)
    expect({ status, body }).toEqual({ status: 401, body: failed })
  })

  it.each(['another key', 'no key'] as const)('refuses an ID token that %s has signed', async (forge) => {
    const { email } = await newPerson()
    provider.forge = forge
    const { status, body } = await signInAs(provider, email)
    expect({ status, body }).toEqual({ status: 401, body: failed })
  })

  it.each([-299, 290])('takes a provider whose clock differs by %d seconds', async (seconds) => {
    const { email } = await newPerson()
    provider.tamper = ({ iat, exp, ...claims }) => ({
      ...claims,
      iat: Number(iat) + seconds,
      exp: seconds < 0 ? Number(iat) + seconds + 1 : Number(exp) + seconds,
    })
    expect((await signInAs(provider, email)).status).toBe(201)
  })

  it('knows the keys that the provider has changed to', async () => {
    const other = await startTestProvider()
    useSettings(variablesOf(other))
    const { email } = await newPerson()
    expect((await signInAs(other, email)).status).toBe(201)
    other.changeKeys()
    expect((await signInAs(other, email)).status).toBe(201)
    await other.stop()
  })

  it.each<[string, NonNullable<Provider['intercept']>]>([
    ['answers 500', (_, response) => !!response.writeHead(500).end()],
    ['breaks off', (_, response) => !!response.destroy()],
    [
      'answers HTML',
      (_, response) => !!response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hi'),
    ],
    [
      'answers rubbish',
      (_, response) => !!response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"a'),
    ],
    [
      'answers without end',
      (_, response) =>
        !!response.writeHead(200, { 'Content-Type': 'application/json' }).end(' '.repeat(600_000)),
    ],
    ['is slow', () => new Promise<boolean>(() => undefined)],
  ])('answers 503 where the provider %s', async (_, answer) => {
    const { email } = await newPerson()
    provider.intercept = (request, response) => request.url === '/token' && answer(request, response)
    const { status, body } = await signInAs(provider, email)
    expect({ status, body }).toEqual({ status: 503, body: down })
  })

  it.each([
    ['keys', '/jwks'],
    ['userinfo', '/me'],
  ])(
    'answers 503 where the %s of the provider are out of reach, and signs in afterwards',
    async (_, path) => {
      const other = await startTestProvider()
      useSettings(variablesOf(other))
      const { email } = await newPerson()
      for (const answer of [
        (response: ServerResponse) =>
          response.writeHead(502, { 'Content-Type': 'text/html' }).end('<p>Sorry'),
        (response: ServerResponse) =>
          response.writeHead(200, { 'Content-Type': 'application/json' }).end('{'),
        (response: ServerResponse) => response.destroy(),
      ]) {
        other.intercept = (request, response) => request.url === path && !!answer(response)
        const { status, body } = await signInAs(other, email)
        expect({ status, body }).toEqual({ status: 503, body: down })
      }
      Reflect.deleteProperty(other, 'intercept')
      expect((await signInAs(other, email)).status).toBe(201)
      await other.stop()
    },
  )

  it('refuses what userinfo says of somebody else', async () => {
    const { email } = await newPerson()
    provider.intercept = (request, response) =>
      request.url === '/me' &&
      !!response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ sub: 'another', email, email_verified: true }))
    const { status, body } = await signInAs(provider, newEmail())
    expect({ status, body }).toEqual({ status: 401, body: failed })
  })

  it.each([
    'https://evil.example/sign-in/callback',
    `${redirectUri}/`,
    `${redirectUri}?x=1`,
    redirectUri.replace('127.0.0.1', 'localhost'),
  ])('answers 400 to the redirect address %s', async (foreign) => {
    const { status, body } = await signInAs(provider, newEmail(), (sent) => ({
      ...sent,
      redirectUri: foreign,
    }))
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: {
        code: 'invalid_request',
        details: [{ path: 'redirectUri', message: `must be ${redirectUri}` }],
      },
    })
  })

  it.each([
    ['nothing', {}],
    ['a part of it', { code: 'x', nonce: 'x' }],
    ['both', { code: 'x', nonce: 'x', redirectUri, codeVerifier: 'x'.repeat(43), ticket: 'x' }],
    ['a ticket without an account', { ticket: 'x' }],
  ])('answers 400 to %s', async (_, body) => {
    expect((await send('POST', '/sessions', { body })).status).toBe(400)
  })
})
