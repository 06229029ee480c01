import type * as OpenId from 'openid-client'
import { ApiError } from '../contract/api-error.ts'
import type { Storage } from '../table/storage.ts'
import { signInFailed } from './refusals.ts'
import { signInScope, type SignInSettings } from './sign-in-settings.ts'

/** Loaded when somebody signs in: a service without a provider never needs it. */
const load = () => import('openid-client')
type Client = typeof OpenId

/** How long one answer of the provider may take, in seconds. */
export const patienceSeconds = 4

/** The time that is left for the table after the provider's answer, in milliseconds. */
export const reserveMs = 1_500

/** How far the provider's clock may differ from ours, in seconds. */
export const clockToleranceSeconds = 300

/** The most bytes of one answer of the provider. */
const maxAnswerBytes = 512 * 1024

/** How long a provider's description of itself is remembered. */
export const rememberedMs = 60 * 60 * 1000

/**
 * What the provider did wrong, for the log: our own words, and a code of the library, but nothing of the provider's
 * answers.
 */
const fault = (error: unknown): Error => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  const claim = claimOf(error)
  return new Error(`The identity provider failed: ${String(code ?? name)}${claim && ` (${claim})`}`)
}

/** The claims of an ID token that the library compares. */
const comparedClaims = ['iss', 'aud', 'azp', 'nonce', 'sub', 'exp', 'iat', 'nbf', 'auth_time']

/** The claim that failed a check; an empty text if it was something else. */
function claimOf(error: unknown): string {
  // the library's error is the cause of the error of its wrapper, and says there what it has compared
  const { cause: inner } = error as { cause?: { cause?: { claim?: unknown } } }
  return comparedClaims.find((claim) => claim === inner?.cause?.claim) ?? ''
}

/** The error for settings that do not fit the provider: a fault of the operator's, which only they can mend. */
const wrongSettings = (advice: string): ApiError =>
  new ApiError(
    'service_unavailable',
    `The sign-in is not set up right. Tell whoever runs this service: ${advice}`,
    {
      headers: { 'Retry-After': '60' },
      cause: new Error(`The settings of the sign-in are wrong: ${advice}`),
    },
  )

const withoutSlash = (issuer: string): string => issuer.replace(/\/$/, '')

/** What to change if the provider calls itself something else than OIDC_ISSUER; undefined if that is not the problem. */
function issuerAdvice(error: unknown, { issuer }: SignInSettings): string | undefined {
  const { cause } = error as { cause?: { attribute?: unknown; body?: { issuer?: unknown } } } // the library's, else nothing
  const named = cause?.attribute === 'issuer' ? cause.body?.issuer : undefined
  if (typeof named !== 'string') return undefined
  if (withoutSlash(named) !== withoutSlash(issuer))
    return 'OIDC_ISSUER is not the issuer that the provider names in /.well-known/openid-configuration.'
  return `OIDC_ISSUER must be written ${named.endsWith('/') ? 'with' : 'without'} a slash at the end, as the provider writes its issuer.`
}

/** The error while the provider does not answer, or sends an unusable answer. */
export const providerDown = (error: unknown): ApiError =>
  new ApiError('service_unavailable', 'The identity provider does not answer. Try again in a moment.', {
    headers: { 'Retry-After': '5' },
    cause: fault(error),
  })

/** Codes of the library for unusable answers: too late, not JSON, or the status of a fault of the provider's server. */
const downCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
])

/** Whether an error means that the provider is down, and not that it refuses. */
export function isDown(error: unknown): boolean {
  const { code } = error as { code?: string }
  if (error instanceof TypeError) return true // fetch could not connect, or the answer broke off
  // an error without a code is one that the library does not know
  return code === undefined || downCodes.has(code)
}

/** Sends a request with a deadline, and reads only as much of the answer as is allowed. */
export const fetchUntil =
  (deadlineMs: number): OpenId.CustomFetch =>
  async (url, { body, signal, ...options }) => {
    const timeout = AbortSignal.timeout(Math.max(deadlineMs - Date.now(), 1))
    const response = await fetch(url, {
      ...options,
      ...(body !== undefined && body !== null && { body: body as BodyInit }), // the library sends texts and parameters
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > maxAnswerBytes) throw new TypeError('The answer is too long.')
      chunks.push(chunk)
    }
    const { status, headers } = response
    const content = status === 204 || status === 304 ? null : Buffer.concat(chunks)
    return new Response(content, { status, headers })
  }

/**
 * Lets the library ask over http. The library calls that deprecated to make it stand out. The settings allow it only
 * for a provider on this machine.
 */
const insecureOf = ({ issuer }: SignInSettings, client: Client): ((config: OpenId.Configuration) => void)[] =>
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- as above
  issuer.startsWith('http:') ? [client.allowInsecureRequests] : []

/** The client's own settings, for each provider that this process has asked. */
const discovered = new Map<string, { endMs: number; metadata: Promise<OpenId.ServerMetadata> }>()

function discoverNow(client: Client, settings: SignInSettings, deadlineMs: number) {
  const { issuer, clientId } = settings
  const options: OpenId.DiscoveryRequestOptions = {
    [client.customFetch]: fetchUntil(deadlineMs),
    timeout: patienceSeconds,
    execute: insecureOf(settings, client),
  }
  return client
    .discovery(new URL(issuer), clientId, undefined, client.None(), options)
    .then((config) => ({ ...config.serverMetadata() }))
}

/**
 * The provider's description of itself, remembered for an hour. Concurrent requests share one question to it.
 * @throws ApiError service_unavailable
 */
async function metadataOf(client: Client, settings: SignInSettings, deadlineMs: number) {
  const name = `${settings.issuer} ${settings.clientId}`
  const known = discovered.get(name)
  if (known && known.endMs > Date.now()) return known.metadata
  const metadata = discoverNow(client, settings, deadlineMs).catch((error: unknown) => {
    discovered.delete(name) // the next request asks again
    const advice = issuerAdvice(error, settings)
    throw advice === undefined ? providerDown(error) : wrongSettings(advice)
  })
  discovered.set(name, { endMs: Date.now() + rememberedMs, metadata })
  return metadata
}

/** What a browser needs to send a person to the provider. */
export interface Provider {
  name: string
  authorization_endpoint: string
  client_id: string
  scope: string
}

/**
 * Describes the provider for the web interface.
 * @throws ApiError service_unavailable while the provider cannot be asked
 */
export async function describeProvider(
  settings: SignInSettings,
  { deadlineMs }: Pick<Storage, 'deadlineMs'>,
): Promise<Provider> {
  const { authorization_endpoint } = await metadataOf(await load(), settings, deadlineMs - reserveMs)
  if (authorization_endpoint === undefined)
    throw providerDown(new Error('There is no authorization endpoint.'))
  return { name: settings.name, authorization_endpoint, client_id: settings.clientId, scope: signInScope }
}

/** A text as the value of a form: https://url.spec.whatwg.org/#urlencoded-serializing */
const formEncoded = (value: string): string => new URLSearchParams({ '': value }).toString().slice(1)

/**
 * Sends the secret in the header. Not by the library, which also encodes what a form leaves as it is, such as `-` and `_`:
 * some providers compare the secret without decoding it.
 */
const basic =
  (secret: string, encode: (value: string) => string): OpenId.ClientAuth =>
  (_, { client_id: id }, _body, headers) => {
    headers.set('Authorization', `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`)
  }

/** How the client proves its identity: as the settings say, else by the first method that the provider offers. */
function authenticationOf(
  client: Client,
  { clientSecret: secret, clientAuth }: SignInSettings,
  { token_endpoint_auth_methods_supported: offered = [] }: OpenId.ServerMetadata,
): OpenId.ClientAuth {
  if (secret === undefined) return client.None()
  const first = offered.find((method) => /^client_secret_(?:basic|post)$/.test(method))
  // every provider takes Basic, unless it says otherwise: RFC 6749, section 2.3.1
  const way = clientAuth ?? (first === 'client_secret_post' ? 'post' : 'basic')
  if (way === 'post') return client.ClientSecretPost(secret)
  return basic(secret, way === 'basic' ? formEncoded : String)
}

/** The error if the provider refused the client itself, and not what it has sent: RFC 6749, section 5.2. */
function refusedClient(error: unknown): ApiError | undefined {
  const { code, error: told } = error as { code?: unknown; error?: unknown }
  const isRefused =
    code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' || told === 'invalid_client' || told === 'unauthorized_client'
  if (!isRefused) return undefined
  return signInFailed(
    'The sign-in failed: the identity provider refuses this service. Tell whoever runs it: OIDC_CLIENT_ID, OIDC_CLIENT_SECRET or OIDC_CLIENT_AUTH is wrong, or the secret has expired.',
    fault(error),
  )
}

/** What the provider says about an e-mail address, in an ID token or in its userinfo. */
export interface EmailClaims {
  email?: unknown
  email_verified?: unknown
}

/** Amazon Cognito's userinfo says it in a text. */
const isTrue = (value: unknown): boolean => value === true || value === 'true'

/**
 * Returns the e-mail address if it counts as verified.
 * @throws ApiError sign_in_failed
 */
export function verifiedEmail(
  { email, email_verified }: EmailClaims,
  { trustEmail }: SignInSettings,
): string {
  if (typeof email !== 'string' || email === '')
    throw signInFailed(
      'The sign-in failed: the identity provider has not sent an e-mail address.',
      new Error('The identity provider sent no e-mail address.'),
    )
  if (isTrue(email_verified) || (email_verified === undefined && trustEmail)) return email
  if (email_verified === undefined)
    throw signInFailed(
      'The sign-in failed: the identity provider does not say whether your e-mail address is verified. Whoever runs this service decides with OIDC_TRUST_EMAIL whether that is enough.',
      new Error('The identity provider did not say whether the e-mail address is verified.'),
    )
  throw signInFailed(
    'The sign-in failed: your e-mail address is not verified by the identity provider.',
    new Error('The identity provider says that the e-mail address is not verified.'),
  )
}

/** What the browser brings from the provider, and what it kept itself. */
export interface Code {
  code: string
  iss?: string | undefined
  codeVerifier: string
  nonce: string
  redirectUri: string
}

/**
 * Exchanges the code for an ID token, and checks it: issuer, audience, nonce, signature and expiry.
 * https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 * @returns the e-mail address of the person who signed in at the provider
 * @throws ApiError sign_in_failed; service_unavailable while the provider is down
 */
export async function exchangeCode(
  settings: SignInSettings,
  { deadlineMs }: Pick<Storage, 'deadlineMs'>,
  { code, iss, codeVerifier, nonce, redirectUri }: Code,
): Promise<string> {
  const client = await load()
  const untilMs = deadlineMs - reserveMs
  const metadata = await metadataOf(client, settings, untilMs)
  // a new one for each sign-in: the library keeps the provider's keys in it, and would not notice new keys for a minute
  const config = new client.Configuration(
    metadata,
    settings.clientId,
    { [client.clockTolerance]: clockToleranceSeconds },
    authenticationOf(client, settings, metadata),
  )
  config.timeout = patienceSeconds
  config[client.customFetch] = fetchUntil(untilMs)
  for (const allow of insecureOf(settings, client)) allow(config)
  client.enableNonRepudiationChecks(config)
  const answered = new URL(redirectUri)
  answered.searchParams.set('code', code)
  if (iss !== undefined) answered.searchParams.set('iss', iss)
  try {
    const tokens = await client
      .authorizationCodeGrant(config, answered, {
        pkceCodeVerifier: codeVerifier,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      .catch((error: unknown) => {
        throw refusedClient(error) ?? error
      })
    const claims: (EmailClaims & { sub: string }) | undefined = tokens.claims()
    if (!claims) throw signInFailed()
    const isAsked =
      claims.email === undefined || (claims.email_verified === undefined && !settings.trustEmail)
    const userinfo: EmailClaims | undefined =
      isAsked && metadata.userinfo_endpoint !== undefined
        ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        : undefined
    return verifiedEmail(userinfo ?? claims, settings)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw isDown(error) ? providerDown(error) : signInFailed(undefined, fault(error))
  }
}
