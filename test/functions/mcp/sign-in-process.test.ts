import { randomUUID } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { captureLog } from '../../support/log.ts'

// what is here changes the clock and the log of its process

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

/** A service whose agents sign in at a provider of its own, and a member. */
async function open() {
  const { post } = await import('../../support/agent.ts')
  const { testPort } = await import('../../support/api.ts')
  const { newTenant } = await import('../../support/tenant.ts')
  const { createMember } = await import('../../../lib/members/members.ts')
  const { newEmail, startTestProvider, variablesOf } = await import('../sign-in/try.ts')
  const provider = await startTestProvider()
  for (const [name, value] of Object.entries(variablesOf(provider))) vi.stubEnv(name, value)
  const email = newEmail()
  await createMember(await newTenant(), { email, role: 'viewer' })
  const nowSeconds = Math.floor(Date.now() / 1000)
  const token = (aud = `http://127.0.0.1:${testPort}/v1/mcp`) =>
    provider.sign(
      {
        ...{ iss: provider.issuer, aud, sub: email, client_id: 'an-agent', jti: randomUUID() },
        ...{ iat: nowSeconds, exp: nowSeconds + 600, email, email_verified: true },
      },
      'at+jwt',
    )
  return { provider, email, token, ask: async (secret: string) => (await post(secret, listTools)).status }
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

it('an agent signs in with keys that its provider has changed, and not with those of before', async () => {
  const { provider, token, ask } = await open()
  expect(await ask(token())).toBe(200)
  const old = token()
  provider.changeKeys()
  const fresh = token()
  expect(await ask(fresh)).toBe(401) // the provider was asked less than a minute ago
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect(await ask(fresh)).toBe(200)
  expect(await ask(old)).toBe(401)
  await provider.stop()
})

it('no log has an access token, or whose it is', async () => {
  const lines = captureLog()
  const { provider, email, token, ask } = await open()
  const tokens = [token(), token('https://other.example.com')]
  const statuses = [await ask(tokens[0] ?? ''), await ask(tokens[1] ?? '')]
  await provider.stop()
  const down = token()
  vi.stubEnv('OIDC_ISSUER', 'http://127.0.0.1:1') // nothing is remembered of this one
  statuses.push(await ask(down))
  vi.restoreAllMocks()
  expect(statuses).toEqual([200, 401, 503])
  const written = lines().join('\n')
  expect(written).toContain('"endpoint":"mcp.call"')
  for (const text of [...tokens, down, email])
    for (const part of text.split('.').filter((one) => one.length > 8)) expect(written).not.toContain(part)
})
