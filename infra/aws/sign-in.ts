import { SecretValue } from 'aws-cdk-lib'
import { unmatched } from '../../lib/contract/static.ts'
import { readSignInSettings } from '../../lib/members/sign-in-settings.ts'
import type { Settings } from './settings.ts'

/** The functions that know the identity provider. */
const exchanges = 'sessions.create'
const knowing: readonly string[] = ['sign-in.get', exchanges, 'mcp.call', unmatched]

type SignIn = NonNullable<Settings['signIn']>

const variablesOf = ({
  issuer,
  clientId,
  clientAuth,
  name,
  trustEmail = false,
}: SignIn): Record<string, string> => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  ...(clientAuth !== undefined && { OIDC_CLIENT_AUTH: clientAuth }),
  ...(name !== undefined && { OIDC_NAME: name }),
  ...(trustEmail && { OIDC_TRUST_EMAIL: 'true' }),
})

/**
 * A reference to the secret: CloudFormation replaces it by the value during a deployment. It reads a secret again only
 * if the reference has changed, so a new secret needs a new version in it.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html
 */
const secretOf = ({ clientSecretName, clientSecretVersion: versionId }: SignIn): Record<string, string> =>
  clientSecretName === undefined
    ? {}
    : {
        OIDC_CLIENT_SECRET: SecretValue.secretsManager(clientSecretName, {
          ...(versionId !== undefined && { versionId }),
        }).unsafeUnwrap(), // only the reference
      }

/** The variables of lib/members/sign-in-settings.ts, for the functions that need them. */
export function signInVariables(id: string, { signIn }: Settings): Record<string, string> {
  if (!signIn || !knowing.includes(id)) return {}
  // the others do not authenticate with the secret
  return { ...variablesOf(signIn), ...(id === exchanges && secretOf(signIn)) }
}

/** What is wrong with the settings of the sign-in, in one sentence; undefined if nothing is. */
export function signInProblem({ signIn, webInterface }: Settings): string | undefined {
  if (!signIn) return undefined
  if (!webInterface) return 'needs the web interface: the identity provider sends people back to it'
  if (signIn.clientSecretVersion !== undefined && signIn.clientSecretName === undefined)
    return 'needs clientSecretName with clientSecretVersion'
  try {
    readSignInSettings(variablesOf(signIn))
    return undefined
  } catch (error) {
    // it names the variables that the functions have
    return `is wrong: ${error instanceof Error ? error.message : String(error)}`
  }
}
