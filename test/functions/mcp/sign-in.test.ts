import { createHash, randomBytes } from 'node:crypto'
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMember, removeMember } from '../../../lib/members/members.ts'
import type { Role } from '../../../lib/members/member.ts'
import type { Provider } from '../../harness/sign-in/provider.ts'
import { callOf, post } from '../../support/agent.ts'
import { send, tap, testPort, testTable } from '../../support/api.ts'
import { visit } from '../../support/sign-in.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import { newEmail, sessionOf, startTestProvider, variablesOf } from '../sign-in/try.ts'

const origin = `http://127.0.0.1:${testPort}`
const resource = `${origin}/v1/mcp`
const metadataUrl = `${origin}/.well-known/oauth-protected-resource/v1/mcp`
const silent = { email: newEmail() }

let provider: Provider
beforeAll(async () => {
  provider = await startTestProvider([silent])
})
afterAll(() => provider.stop())
beforeEach(() => {
  for (const [name, value] of Object.entries(variablesOf(provider))) vi.stubEnv(name, value)
})
afterEach(() => {
  tap.reset()
  vi.unstubAllEnvs()
})

/** A person who is a member of an account. */
async function newPerson(role: Role = 'member', projectIds: string[] | null = null) {
  const tenant = await newTenant()
  const email = newEmail()
  const member = await createMember(tenant, { email, role, projectIds })
  return { tenant, email, member }
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The claims of an access token of the provider for agents of this service. */
const claimsFor = (email: string, change: Record<string, unknown> = {}) => ({
  ...{
    iss: provider.issuer,
    aud: resource,
    sub: email,
    client_id: 'an-agent',
    jti: randomBytes(8).toString('hex'),
  },
  ...{ iat: nowSeconds(), exp: nowSeconds() + 600, email, email_verified: true },
  ...change,
})

const accessToken = (email: string, change?: Record<string, unknown>) =>
  provider.sign(claimsFor(email, change), 'at+jwt')

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

/** Which tools a token shows. */
async function toolsOf(token: string): Promise<string[]> {
  const { status, body } = await post(token, listTools)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name)
}

describe('a request of an agent without a token', () => {
  it('is answered with where to sign in', async () => {
    const { status, headers, body } = await post(undefined, listTools)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe(
      `Bearer realm="tasks-api", resource_metadata="${metadataUrl}", scope="openid email"`,
    )
    expect(body).toMatchObject({ error: { code: 'invalid_token' } })
  })

  it('keeps the error of a wrong token', async () => {
    const { headers } = await post('tsk_wrong', listTools)
    expect(headers.get('www-authenticate')).toBe(
      `Bearer realm="tasks-api", error="invalid_token", resource_metadata="${metadataUrl}", scope="openid email"`,
    )
  })
})

describe('the description of the resource', () => {
  it.each([metadataUrl, `${origin}/.well-known/oauth-protected-resource`])(
    'names the provider: %s',
    async (url) => {
      const response = await fetch(url)
      expect(response.status).toBe(200)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.json()).toEqual({
        resource,
        authorization_servers: [provider.issuer],
        scopes_supported: ['openid', 'email'],
        bearer_methods_supported: ['header'],
        resource_name: 'Tasks API',
        resource_documentation: `${origin}/docs/recipes/agents`,
        token_instructions: expect.stringMatching(
          /^Sign in with the authorization server, or make/,
        ) as unknown,
      })
    },
  )

  it('says without a provider that tokens are made in the web interface', async () => {
    for (const name of Object.keys(variablesOf(provider))) vi.stubEnv(name, '')
    const described = (await (await fetch(metadataUrl)).json()) as object
    expect(described).not.toHaveProperty('authorization_servers')
    expect(described).toMatchObject({
      token_instructions: `Make a token in the web interface, ${origin}/, on the page Tokens, and send it in the header Authorization: Bearer.`,
    })
    const { status, headers } = await post(accessToken(newEmail()), listTools)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe(
      `Bearer realm="tasks-api", error="invalid_token", resource_metadata="${metadataUrl}"`,
    )
  })

  it('is at no other path', async () => {
    expect((await fetch(`${metadataUrl}/more`)).status).toBe(404)
    expect((await fetch(metadataUrl, { method: 'POST' })).status).toBe(404)
  })
})

/** What the program of an agent keeps while its person signs in. */
class Keeping implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:9/callback'
  readonly clientMetadata = {
    ...{ redirect_uris: [this.redirectUrl], client_name: 'An agent', token_endpoint_auth_method: 'none' },
    ...{ grant_types: ['authorization_code'], response_types: ['code'], application_type: 'web' },
  }
  sentTo: URL | undefined
  #client: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
  #tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>
  #verifier = ''
  clientInformation = () => this.#client
  saveClientInformation: NonNullable<OAuthClientProvider['saveClientInformation']> = (client) => {
    this.#client = client
  }
  tokens = () => this.#tokens
  saveTokens: OAuthClientProvider['saveTokens'] = (tokens) => {
    this.#tokens = tokens
  }
  redirectToAuthorization = (url: URL) => {
    this.sentTo = url
  }
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier
  }
  codeVerifier = () => this.#verifier
}

describe('the official client', () => {
  it.each(['legacy', { pin: '2026-07-28' }] as const)(
    'signs a member in and calls tools: %j',
    async (mode) => {
      const { tenant, email, member } = await newPerson()
      const { projectId } = tenant
      const keeping = new Keeping()
      const connect = () => {
        const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: keeping })
        const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
        return { transport, client, connected: client.connect(transport) }
      }
      const before = connect()
      await expect(before.connected).rejects.toThrow(UnauthorizedError)
      const { sentTo } = keeping
      expect(sentTo?.origin).toBe(provider.issuer)
      expect(sentTo?.searchParams.get('resource')).toBe(resource)
      const back = await visit(sentTo ?? new URL(origin), email)
      await before.transport.finishAuth(back.searchParams)
      const { client, connected } = connect()
      await connected
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('delete_tasks')
      const created = await client.callTool({
        name: 'create_tasks',
        arguments: { tasks: [{ projectId, label: 'Call Ada' }] },
      })
      expect(created.structuredContent).toMatchObject({ succeeded: 1 })
      await client.close()
      const { body } = await tenant.send('GET', '/changes')
      expect(body).toMatchObject({ changes: [{ origin: { via: 'mcp', member_id: member.id } }] })
    },
  )
})

describe('an access token of the provider', () => {
  it.each([
    ['admin', true],
    ['member', true],
    ['viewer', false],
  ] as const)('lets a %s use the tools of the role', async (role, mayWrite) => {
    const { email } = await newPerson(role)
    const tools = await toolsOf(accessToken(email))
    expect(tools).toContain('find_tasks')
    expect(tools.includes('delete_tasks')).toBe(mayWrite)
  })

  it('is held to the scopes that it names', async () => {
    const { email } = await newPerson('member')
    const tools = await toolsOf(accessToken(email, { scope: 'openid read write' }))
    expect(tools).toContain('create_tasks')
    expect(tools).not.toContain('delete_tasks')
    expect(await toolsOf(accessToken(email, { scope: 'openid email' }))).toContain('delete_tasks')
    const viewer = await newPerson('viewer')
    expect(await toolsOf(accessToken(viewer.email, { scope: 'read write' }))).not.toContain('create_tasks')
  })

  it('sees only the projects that the member is bound to', async () => {
    const tenant = await newTenant()
    const other = await tenant.newProject()
    const email = newEmail()
    await createMember(tenant, { email, role: 'member', projectIds: [other] })
    const { body } = await post(accessToken(email), callOf('list_projects'))
    const { structuredContent } = (body as { result: { structuredContent: object } }).result
    expect(structuredContent).toMatchObject({ projects: [{ id: other }] })
  })

  it('costs nothing of the table and no question to the provider within a minute', async () => {
    const { email } = await newPerson()
    const token = accessToken(email)
    await toolsOf(token)
    const asked = provider.asked.length
    const reads = () => tap.exchanges.filter(({ operation }) => /^(?:Query|.*Get)/.test(operation)).length
    const before = reads()
    await toolsOf(token)
    expect(reads()).toBe(before)
    await toolsOf(accessToken(email)) // another token: the keys of the provider are known
    expect(provider.asked.length).toBe(asked)
  })

  it.each<[string, (email: string) => string, string?]>([
    [
      'of another audience',
      (email) => accessToken(email, { aud: `${origin}/v1/other` }),
      'its audience must be',
    ],
    ['for the whole service alone', (email) => accessToken(email, { aud: origin }), 'its audience must be'],
    ['of another issuer', (email) => accessToken(email, { iss: 'http://127.0.0.1:1' })],
    ['that has expired', (email) => accessToken(email, { exp: nowSeconds() - 301 }), 'has expired'],
    ['with the type of an ID token', (email) => provider.sign(claimsFor(email), 'JWT')],
    ['that another key has signed', (email) => provider.sign(claimsFor(email), 'at+jwt', true)],
    ['without the program that asked for it', (email) => accessToken(email, { client_id: undefined })],
    ['that nobody has signed', (email) => `${accessToken(email).split('.').slice(0, 2).join('.')}.`],
    [
      'that names no algorithm',
      (email) => {
        const header = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
        return `${header}.${accessToken(email).split('.')[1] ?? ''}.`
      },
    ],
    [
      'signed with the public key as a secret',
      (email) => {
        const header = Buffer.from('{"alg":"HS256","typ":"at+jwt"}').toString('base64url')
        const [, payload = ''] = accessToken(email).split('.')
        return `${header}.${payload}.${createHash('sha256').update(payload).digest('base64url')}`
      },
    ],
    ['that is no JWT', () => 'a.b.c'],
  ])('is refused with 401 when it is one %s', async (_, make, says = 'The token is malformed') => {
    const { email } = await newPerson()
    const { status, headers, body } = await post(make(email), listTools)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(body).toMatchObject({ error: { code: 'invalid_token' } })
    expect((body as { error: { message: string } }).error.message).toContain(says)
  })

  it('is no ID token, also not one of the web interface', async () => {
    const { email } = await newPerson()
    const kept: string[] = []
    provider.tamper = (claims) => {
      kept.push(provider.sign(claims))
      return claims
    }
    await sessionOf(provider, email)
    Reflect.deleteProperty(provider, 'tamper')
    expect((await post(kept[0], listTools)).status).toBe(401)
  })

  it('is refused as soon as its member is removed, within a minute where it was in use', async () => {
    const { tenant, email, member } = await newPerson()
    await removeMember(tenant, member.id)
    const { status, body } = await post(accessToken(email), listTools)
    expect({ status, body }).toEqual({
      status: 403,
      body: errorBody(
        'not_a_member',
        'You are not a member here: ask an administrator of your team to add your e-mail address.',
      ),
    })
  })

  it('is refused when the member was removed, but the index does not know yet', async () => {
    const { tenant, email, member } = await newPerson()
    await tap.lagIndexes(testTable, tenant.accountId)
    await removeMember(tenant, member.id)
    expect((await post(accessToken(email), listTools)).status).toBe(403)
  })

  it.each([
    ['is not verified', { email_verified: false }, /is not verified/],
    ['may not be verified', { email_verified: undefined }, /does not say whether/],
    ['is not named', { email: undefined }, /has not sent an e-mail address/],
  ])('is refused when its e-mail address %s', async (_, change, message) => {
    const { email } = await newPerson()
    const { status, body } = await post(accessToken(email, change), listTools)
    expect(status).toBe(403)
    expect(body).toMatchObject({
      error: { code: 'not_a_member', message: expect.stringMatching(message) as unknown },
    })
  })

  it('is refused for a member of several accounts', async () => {
    const { email } = await newPerson()
    await createMember(await newTenant(), { email, role: 'admin' })
    const { status, body } = await post(accessToken(email), listTools)
    expect(status).toBe(403)
    expect(body).toMatchObject({ error: { message: expect.stringContaining('Several accounts') as unknown } })
  })

  it('is answered with 503 while the provider is down', async () => {
    const other = await startTestProvider()
    vi.stubEnv('OIDC_ISSUER', other.issuer)
    const token = other.sign({ ...claimsFor(newEmail()), iss: other.issuer }, 'at+jwt')
    await other.stop()
    const { status, headers } = await post(token, listTools)
    expect(status).toBe(503)
    expect(headers.get('retry-after')).toBe('5')
  })

  it('is for agents alone: the rest of the API takes tokens of its own', async () => {
    const { email } = await newPerson()
    const { status, headers } = await send('GET', '/projects', { token: accessToken(email) })
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toBe('Bearer realm="tasks-api", error="invalid_token"')
  })
})
