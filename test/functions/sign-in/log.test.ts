import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { captureLog } from '../../support/log.ts'

/** Keeps what a provider writes into an answer, beside sending it. */
function keepAnswer(response: ServerResponse, kept: string[]): void {
  const end = response.end.bind(response)
  response.end = ((content: unknown, ...others: []) => {
    kept.push(String(content))
    return end(content, ...others)
  }) as typeof response.end // the provider ends an answer with its content
}

describe('the log of a sign-in', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })

  it('has nothing of what the browser and the provider send, and says why it failed', async () => {
    const lines = captureLog()
    const { newTenant } = await import('../../support/tenant.ts')
    const { createMember } = await import('../../../lib/members/members.ts')
    const { newEmail, signInAs, startTestProvider, variablesOf } = await import('./try.ts')
    const clientSecret = 'hidden-client-secret'
    const unverified = newEmail()
    const provider = await startTestProvider([{ email: unverified, email_verified: false }], {
      clientSecret,
    })
    for (const [name, value] of Object.entries(variablesOf(provider, { OIDC_CLIENT_SECRET: clientSecret })))
      vi.stubEnv(name, value)
    const [member, stranger] = [newEmail(), newEmail()]
    await createMember(await newTenant(), { email: member, role: 'viewer' })

    const hidden = [member, stranger, unverified, clientSecret]
    const answers: string[] = []
    const attempt = async (email: string, answer?: { status: number; content: string }) => {
      provider.intercept = (request, response) => {
        if (request.url !== '/token') return false
        if (answer)
          return !!response
            .writeHead(answer.status, { 'Content-Type': 'application/json' })
            .end(answer.content)
        keepAnswer(response, answers)
        return false
      }
      return signInAs(provider, email, (sent) => {
        hidden.push(sent.code, sent.codeVerifier, sent.nonce)
        return sent
      })
    }
    const told = 'a-word-of-the-provider'
    const refused = JSON.stringify({ error: 'invalid_grant', error_description: told })
    const replies = [
      await attempt(unverified),
      await attempt(member),
      await attempt(stranger),
      await attempt(member, { status: 400, content: refused }),
      await attempt(member, { status: 500, content: told }),
      await attempt(member, { status: 200, content: JSON.stringify({ access_token: told }) }),
    ]
    await provider.stop()
    vi.restoreAllMocks()

    expect(replies.map(({ status }) => status)).toEqual([401, 201, 403, 401, 503, 401])
    const { session } = replies[1]?.body as { session: { secret: string } } // its status is 201
    const tokens = answers.map(
      (answer) => JSON.parse(answer) as { access_token: string; id_token: string }, // the provider's, by the protocol
    )
    expect(tokens).toHaveLength(3)
    const written = lines().join('\n')
    for (const text of [
      ...hidden,
      ...tokens.flatMap((one) => [one.access_token, one.id_token]),
      told,
      session.secret,
    ]) {
      expect(text.length).toBeGreaterThan(8)
      expect(written).not.toContain(text)
    }
    const failures = lines()
      .filter((line) => line.includes('"a sign-in failed"'))
      .map((line) => JSON.parse(line) as { level: string; cause: { message: string } }) // writeLog has written it
    expect(failures.map(({ level, cause }) => `${level} ${cause.message}`)).toEqual([
      'WARN The identity provider says that the e-mail address is not verified.',
      'WARN The identity provider failed: OAUTH_RESPONSE_BODY_ERROR',
      'WARN The identity provider failed: OAUTH_INVALID_RESPONSE',
    ])
  })
})
