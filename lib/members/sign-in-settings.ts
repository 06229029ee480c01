import * as z from 'zod/mini'

/** What is asked of the provider: who the person is, and the e-mail address. */
export const signInScope = 'openid email'

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether a text is an issuer: https, or http on this machine alone, without query and fragment (OpenID Connect Core, 2). */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (!url) return false
  if (url.search !== '' || url.hash !== '' || url.username !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))
}

/**
 * Whether anybody with a Microsoft account could sign in, with an e-mail address that they set themselves.
 * https://learn.microsoft.com/entra/identity-platform/claims-validation
 */
const isForAnyTenant = (text: string): boolean =>
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i.test(text)

const text = z.string().check(z.minLength(1, 'must not be empty'))

/**
 * How a client proves its identity: the secret in the body, or in the header, encoded as a form's value (RFC 6749, section
 * 2.3.1) or as it is.
 */
export const clientAuths = ['post', 'basic', 'basic-unencoded'] as const

const variables = z.object({
  OIDC_ISSUER: text.check(
    z.refine(isIssuer, {
      error: 'must be an address such as https://id.example.com; http is for this machine alone',
      abort: true,
    }),
    z.refine((issuer) => !isForAnyTenant(issuer), {
      error:
        'must name the tenant of your company: with this one anybody could sign in under any e-mail address',
    }),
  ),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: z.optional(text),
  OIDC_CLIENT_AUTH: z.optional(z.literal(clientAuths, { error: `must be one of ${clientAuths.join(', ')}` })),
  OIDC_NAME: z.optional(z.string().check(z.minLength(1), z.maxLength(60, 'must have at most 60 characters'))),
  OIDC_TRUST_EMAIL: z.optional(z.literal(['true', 'false'], { error: 'must be true or false' })),
})

/** How people sign in: docs/sign-in.md explains each. */
export interface SignInSettings {
  issuer: string
  clientId: string
  /** Absent: the provider knows a public client. */
  clientSecret?: string | undefined
  /** How the secret is sent. Absent: as the provider says. */
  clientAuth?: (typeof clientAuths)[number] | undefined
  /** What the button says. */
  name: string
  /** Whether an e-mail address counts as verified if the provider does not say whether it is. */
  trustEmail: boolean
}

/**
 * Reads the settings of the sign-in from the environment; an empty variable counts as not set.
 * @returns undefined if people do not sign in
 * @throws Error that names the first wrong or missing variable, and never has the secret in it
 */
export function readSignInSettings(environment: NodeJS.ProcessEnv = process.env): SignInSettings | undefined {
  const given = Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  )
  if (Object.keys(given).length === 0) return undefined
  const result = variables.safeParse(given)
  if (!result.success) {
    const [{ path, message } = { path: [], message: '' }] = result.error.issues // there is one
    const name = path.join('.')
    throw new Error(
      given[name] === undefined
        ? `${name} is missing: the other settings of the sign-in need it.`
        : `${name} ${message}.`,
    )
  }
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_CLIENT_AUTH, OIDC_NAME, OIDC_TRUST_EMAIL } =
    result.data
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    clientAuth: OIDC_CLIENT_AUTH,
    name: OIDC_NAME ?? new URL(OIDC_ISSUER).hostname,
    trustEmail: OIDC_TRUST_EMAIL === 'true',
  }
}
