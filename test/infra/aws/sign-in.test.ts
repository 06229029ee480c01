import { describe, expect, it } from 'vitest'
import { readSignInSettings } from '../../../lib/members/sign-in-settings.ts'
import { everything, synthesize } from './synthesize.ts'

const stack = synthesize()
const full = synthesize(everything)

/** The resources of a type, with their properties as the template has them. */
const propertiesOf = ({ template }: typeof stack, type: string) =>
  Object.values(template.findResources(type)).map(({ Properties }) => Properties as Record<string, unknown>)

/** The variables about the sign-in that functions have, by the ids of those that have some. */
function signInVariablesOf(of: typeof stack): Record<string, Record<string, unknown>> {
  const all = propertiesOf(of, 'AWS::Lambda::Function').map(({ Description, Environment }) => {
    const { Variables = {} } = (Environment ?? {}) as { Variables?: Record<string, unknown> }
    const own = Object.entries(Variables).filter(([name]) => name.startsWith('OIDC_'))
    return [String(Description).replace('Tasks API: ', ''), Object.fromEntries(own)] as const
  })
  return Object.fromEntries(all.filter(([, variables]) => Object.keys(variables).length > 0))
}

describe('the sign-in of a stage', () => {
  it('is none without settings', () => {
    expect(signInVariablesOf(stack)).toEqual({})
    expect(JSON.stringify(stack.template.toJSON())).not.toContain('sign-in/callback')
  })

  it('gives its settings to the functions that know the provider, and the secret to one', () => {
    const own = { OIDC_ISSUER: everything.signIn.issuer, OIDC_CLIENT_ID: 'tasks', OIDC_NAME: 'Example ID' }
    const reference = expect.stringMatching(
      /^\{\{resolve:secretsmanager:tasks-api\/production\/sign-in:SecretString:::\}\}$/,
    ) as unknown
    const variables = signInVariablesOf(full)
    expect(variables).toEqual({
      'sign-in.get': own,
      'sessions.create': { ...own, OIDC_CLIENT_SECRET: reference },
      'mcp.call': own,
      'routes.unmatched': own,
    })
    expect(readSignInSettings(variables['sign-in.get'] as Record<string, string>)).toMatchObject({
      issuer: 'https://id.example.com',
      name: 'Example ID',
    })
  })

  it('uploads the page once more, for the way back from the provider', () => {
    const uploads = (of: typeof stack) =>
      propertiesOf(of, 'Custom::CDKBucketDeployment').map(({ SystemMetadata }) => SystemMetadata)
    expect(uploads(full)).toContainEqual(
      expect.objectContaining({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }),
    )
    expect(uploads(full)).toHaveLength(uploads(stack).length + 1)
  })
})
