import { describe, expect, it } from 'vitest'
import { readSignInSettings } from '../../../lib/members/sign-in-settings.ts'

const good = { OIDC_ISSUER: 'https://id.example.com/realm', OIDC_CLIENT_ID: 'tasks' }

describe('the settings of the sign-in', () => {
  it('are none where no variable has a value', () => {
    expect(readSignInSettings({})).toBeUndefined()
    expect(readSignInSettings({ OIDC_ISSUER: '', OIDC_NAME: '' })).toBeUndefined()
  })

  it('name the provider by its host unless they have a name for it', () => {
    expect(readSignInSettings(good)).toEqual({
      issuer: 'https://id.example.com/realm',
      clientId: 'tasks',
      clientSecret: undefined,
      clientAuth: undefined,
      name: 'id.example.com',
      trustEmail: false,
    })
    const more = {
      OIDC_CLIENT_SECRET: 's',
      OIDC_CLIENT_AUTH: 'post',
      OIDC_NAME: 'Example',
      OIDC_TRUST_EMAIL: 'true',
    }
    expect(readSignInSettings({ ...good, ...more })).toMatchObject({
      clientSecret: 's',
      clientAuth: 'post',
      name: 'Example',
      trustEmail: true,
    })
  })

  it.each(['http://localhost:3001', 'http://127.0.0.1:3001', 'http://[::1]:3001'])(
    'take %s, which is this machine',
    (OIDC_ISSUER) => {
      expect(readSignInSettings({ ...good, OIDC_ISSUER })?.issuer).toBe(OIDC_ISSUER)
    },
  )

  it.each([
    ['OIDC_ISSUER', 'http://id.example.com'],
    ['OIDC_ISSUER', 'http://localhost.evil.example'],
    ['OIDC_ISSUER', 'id.example.com'],
    ['OIDC_ISSUER', 'https://id.example.com/?tenant=1'],
    ['OIDC_ISSUER', 'https://user@id.example.com'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/common/v2.0'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/organizations/v2.0'],
    ['OIDC_NAME', 'x'.repeat(61)],
    ['OIDC_CLIENT_AUTH', 'client_secret_jwt'],
    ['OIDC_TRUST_EMAIL', 'yes'],
  ])('refuse %s=%s', (name, value) => {
    expect(() => readSignInSettings({ ...good, [name]: value })).toThrow(new RegExp(`^${name} must `))
  })

  it.each(['OIDC_ISSUER', 'OIDC_CLIENT_ID'])('need %s, and never show the secret', (name) => {
    const given = { ...good, OIDC_CLIENT_SECRET: 'hidden', [name]: '' }
    expect(() => readSignInSettings(given)).toThrow(
      `${name} is missing: the other settings of the sign-in need it.`,
    )
  })
})
