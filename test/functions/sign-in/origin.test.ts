import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Provider } from '../../harness/sign-in/provider.ts'
import { send, testPort } from '../../support/api.ts'
import { errorBody } from '../../support/tenant.ts'
import { redirectUri, startTestProvider, variablesOf } from './try.ts'

let provider: Provider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.stop())
beforeEach(() => {
  for (const [name, value] of Object.entries(variablesOf(provider))) vi.stubEnv(name, value)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

/** Signs in with a code that no provider has made, and with the redirect address that a Host names. */
const signInAt = (host: string) =>
  send('POST', '/sessions', {
    body: {
      ...{ code: 'made-up', codeVerifier: 'x'.repeat(43), nonce: 'made-up' },
      redirectUri: `http://${host}/sign-in/callback`,
    },
    headers: { Host: host },
  })

describe('a sign-in of a service without PUBLIC_ORIGIN', () => {
  it.each([
    'evil.example',
    'evil.example:80',
    `localhost.evil.example:${testPort}`,
    'localhost@evil.example',
    'evil.example?localhost',
  ])('does not take the redirect address that the forged Host %s names', async (host) => {
    expect(await signInAt(host)).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: 'redirectUri', message: `must be ${redirectUri}` }] } },
    })
  })

  it.each(['localhost', '127.0.0.1', '[::1]'])('takes that of this machine as %s', async (name) => {
    expect(await signInAt(`${name}:${testPort}`)).toMatchObject({
      status: 401, // the provider has not made the code
      body: errorBody('sign_in_failed', 'The sign-in failed: start it again.'),
    })
  })
})
