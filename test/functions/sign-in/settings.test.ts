import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMember } from '../../../lib/members/members.ts'
import { send } from '../../support/api.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import { newEmail, signInAs, startTestProvider, variablesOf } from './try.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const useSettings = (variables: Record<string, string>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
}

async function newPerson(): Promise<string> {
  const email = newEmail()
  await createMember(await newTenant(), { email, role: 'viewer' })
  return email
}

describe('GET /sign-in', () => {
  it.each([
    [
      'another issuer',
      '',
      'https://evil.example',
      'is not the issuer that the provider names in /.well-known/openid-configuration.',
    ],
    [
      'an issuer with a slash',
      '/realm',
      '/realm/',
      'must be written with a slash at the end, as the provider writes its issuer.',
    ],
    [
      'an issuer without a slash',
      '/realm/',
      '/realm',
      'must be written without a slash at the end, as the provider writes its issuer.',
    ],
  ])(
    'answers 503 and says what to change where the provider describes itself by %s',
    async (_, set, named, advice) => {
      const other = await startTestProvider()
      useSettings(variablesOf({ ...other, issuer: `${other.issuer}${set}` }))
      const issuer = new URL(named, other.issuer).href
      other.intercept = (_, response) =>
        !!response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ issuer }))
      const { status, body } = await send('GET', '/sign-in')
      const message = `The sign-in is not set up right. Tell whoever runs this service: OIDC_ISSUER ${advice}`
      expect({ status, body }).toEqual({ status: 503, body: errorBody('service_unavailable', message) })
      await other.stop()
    },
  )
})

describe('POST /sessions', () => {
  it('takes a confidential client', async () => {
    const clientSecret = 'a secret: with % and + in it'
    const other = await startTestProvider([], { clientSecret })
    useSettings(variablesOf(other, { OIDC_CLIENT_SECRET: clientSecret }))
    const email = await newPerson()
    expect((await signInAs(other, email)).status).toBe(201)
    useSettings(variablesOf(other, { OIDC_CLIENT_SECRET: 'another' }))
    const { status, body } = await signInAs(other, email)
    const message =
      'The sign-in failed: the identity provider refuses this service. Tell whoever runs it: OIDC_CLIENT_ID, OIDC_CLIENT_SECRET or OIDC_CLIENT_AUTH is wrong, or the secret has expired.'
    expect({ status, body }).toEqual({ status: 401, body: errorBody('sign_in_failed', message) })
    await other.stop()
  })

  const [basicFirst, postFirst] = [
    ['client_secret_basic', 'client_secret_post'],
    ['client_secret_post', 'client_secret_basic'],
  ] as const

  it.each([
    ['in the body where that is listed first', postFirst, 'abcdef-123_456', '', undefined],
    ['in the header where that is listed first', basicFirst, 'abcdef-123_456', '', 'abcdef-123_456'],
    ['in the header, encoded as a form', basicFirst, 'a-_.*+/= ~', '', 'a-_.*%2B%2F%3D+%7E'],
    ['in the body if the setting says so', postFirst.toReversed(), 'secret', 'post', undefined],
    ['in the header if the setting says so', basicFirst.toReversed(), 'a+b', 'basic', 'a%2Bb'],
    ['in the header as it is if the setting says so', basicFirst, 'a-+/=', 'basic-unencoded', 'a-+/='],
  ] as const)('sends the secret %s', async (_, clientAuthMethods, clientSecret, way, sent) => {
    const other = await startTestProvider([], { clientSecret, clientAuthMethods: [...clientAuthMethods] })
    useSettings(variablesOf(other, { OIDC_CLIENT_SECRET: clientSecret, OIDC_CLIENT_AUTH: way }))
    const email = await newPerson()
    const seen: (string | undefined)[] = []
    other.intercept = ({ url, headers: { authorization } }) => {
      if (url === '/token') seen.push(authorization)
      return false
    }
    const { status } = await signInAs(other, email)
    const header = sent === undefined ? undefined : `Basic ${Buffer.from(`tasks:${sent}`).toString('base64')}`
    expect(seen).toEqual([header])
    if (way === '') expect(status).toBe(201) // the others are not what this provider lists first
    await other.stop()
  })
})
