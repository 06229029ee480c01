import { randomUUID } from 'node:crypto'
import { testPort, send, type Reply } from '../../support/api.ts'
import { codeOf, type FromProvider } from '../../support/sign-in.ts'
import {
  startProvider,
  type Person,
  type Provider,
  type ProviderOptions,
} from '../../harness/sign-in/provider.ts'

export const clientId = 'tasks'
export const redirectUri = `http://127.0.0.1:${testPort}/sign-in/callback`

/** The variables of a service whose people sign in at a provider. */
export const variablesOf = ({ issuer }: Provider, others: Record<string, string> = {}) => ({
  ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_NAME: 'Example ID' },
  ...others,
})

/** A new e-mail address, which no other test uses. */
export const newEmail = (): string => `ada-${randomUUID().slice(0, 8)}@example.com`

export const startTestProvider = (
  people: Person[] = [],
  others: Pick<ProviderOptions, 'clientSecret' | 'clientAuthMethods' | 'emailInIdToken'> = {},
) => startProvider({ clientId, redirectUris: [redirectUri], people, ...others })

/** Signs somebody in, by the provider's page and `POST /sessions`. */
export async function signInAs(
  provider: Provider,
  email: string,
  change: (sent: FromProvider) => Partial<FromProvider> = (sent) => sent,
): Promise<Reply> {
  const sent = await codeOf(provider, { email, clientId, redirectUri })
  return send('POST', '/sessions', { body: change(sent) })
}

/** The session that a sign-in has made. */
export interface SessionBody {
  session: {
    secret: string
    expires_at: string
    account: { id: string; name: string; plan: string }
    member: { id: string; email: string; role: string; project_ids: string[] | null }
  }
}

/** Signs in where it must succeed. */
export async function sessionOf(provider: Provider, email: string): Promise<SessionBody['session']> {
  const { status, body } = await signInAs(provider, email)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return (body as SessionBody).session // the status says so
}
