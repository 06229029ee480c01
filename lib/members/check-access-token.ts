import {
  allowInsecureRequests,
  clockTolerance,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
  validateJwtAccessToken,
  type AuthorizationServer,
} from 'oauth4webapi'
import { ApiError, asApiError, invalidToken } from '../contract/api-error.ts'
import { isJsonObject, parseJson } from '../shared/json.ts'
import type { Storage } from '../table/storage.ts'
import {
  clockToleranceSeconds,
  fetchUntil,
  isDown,
  patienceSeconds,
  providerDown,
  rememberedMs,
  reserveMs,
  verifiedEmail,
  type EmailClaims,
} from './provider.ts'
import type { SignInSettings } from './sign-in-settings.ts'

/** The algorithms of access tokens: those with a key that only the provider has. */
const signingAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

/** An access token that was checked: for whom it is, through which program, and what it may do. */
export interface AccessToken {
  email: string
  clientId: string
  /** Absent: the provider names none. */
  scope?: string | undefined
  issuedSeconds: number
  expiresSeconds: number
}

/** Whether a text has a header and claims. What has none is no reason to ask the provider. */
const isReadable = (token: string): boolean =>
  token
    .split('.')
    .slice(0, 2)
    .every((part) => {
      const parsed = parseJson(Buffer.from(part, 'base64url').toString())
      return 'value' in parsed && isJsonObject(parsed.value)
    })

/** What is wrong with an access token, if its sender can mend it. */
function refusedToken(error: unknown, audience: string): ApiError {
  const { cause } = error as { cause?: { claim?: unknown } } // the library's, else nothing
  if (cause?.claim === 'aud')
    return invalidToken(`The access token is for another service: its audience must be ${audience}.`)
  if (cause?.claim === 'exp') return invalidToken('The access token has expired.')
  return invalidToken()
}

/** How the provider is asked. */
const asking = ({ issuer }: SignInSettings, untilMs: number) => ({
  [customFetch]: fetchUntil(untilMs),
  [allowInsecureRequests]: issuer.startsWith('http:'), // the settings allow it on this machine alone
  signal: AbortSignal.timeout(patienceSeconds * 1000),
})

/** Of each provider that this process has asked. The library keeps its keys with it. */
const described = new Map<string, { endMs: number; metadata: Promise<AuthorizationServer> }>()

/**
 * The provider's description of itself, remembered for an hour. Not that of provider.ts, whose library would double what this
 * function loads.
 * @throws ApiError service_unavailable
 */
function metadataOf(settings: SignInSettings, untilMs: number): Promise<AuthorizationServer> {
  const { issuer } = settings
  const known = described.get(issuer)
  if (known && known.endMs > Date.now()) return known.metadata
  const url = new URL(issuer)
  const metadata = discoveryRequest(url, asking(settings, untilMs))
    .then((response) => processDiscoveryResponse(url, response))
    .catch((error: unknown) => {
      described.delete(issuer) // the next request asks again
      throw providerDown(error)
    })
  described.set(issuer, { endMs: Date.now() + rememberedMs, metadata })
  return metadata
}

/**
 * Checks an access token that the provider made for this service (RFC 9068): type, issuer, audience, expiry and signature. Its
 * type and its audience tell it from an ID token. The provider's keys are kept for five minutes, and asked for again when a
 * token names another one, at most once a minute.
 * @param audience the resource that it must be for (RFC 8707)
 * @throws ApiError invalid_token; not_a_member if it names no verified e-mail address; service_unavailable while the provider is down
 */
export async function readAccessToken(
  settings: SignInSettings,
  { deadlineMs }: Pick<Storage, 'deadlineMs'>,
  token: string,
  audience: string,
): Promise<AccessToken> {
  if (!isReadable(token)) throw invalidToken()
  const untilMs = deadlineMs - reserveMs
  const metadata = await metadataOf(settings, untilMs)
  const request = new Request(audience, { headers: { Authorization: `Bearer ${token}` } })
  const claims = await validateJwtAccessToken(metadata, request, audience, {
    signingAlgorithms,
    [clockTolerance]: clockToleranceSeconds,
    ...asking(settings, untilMs),
  }).catch((error: unknown) => {
    throw isDown(error) ? providerDown(error) : refusedToken(error, audience)
  })
  return {
    email: emailOf({ email: claims.email, email_verified: claims.email_verified }, settings),
    clientId: claims.client_id,
    scope: claims.scope,
    issuedSeconds: claims.iat,
    expiresSeconds: claims.exp,
  }
}

/** @throws ApiError not_a_member: another token of the same provider would not have it either */
function emailOf(claims: EmailClaims, settings: SignInSettings): string {
  try {
    return verifiedEmail(claims, settings)
  } catch (error) {
    throw new ApiError('not_a_member', asApiError(error).message)
  }
}
