import { ApiError, bearerChallenge } from '../contract/api-error.ts'
import type { Storage } from '../table/storage.ts'
import type { Principal } from '../tokens/principal.ts'
import type { InsteadOfToken } from './authenticate.ts'
import { readJwt } from './jwt.ts'
import type { ApiEvent } from './types.ts'

/** The access tokens of an identity provider. */
interface AccessTokens {
  /**
   * Finds who may call with a token.
   * @throws ApiError invalid_token, not_a_member; service_unavailable while the provider is down
   */
  find: (storage: Storage, token: string, event: ApiEvent) => Promise<Principal>
  /** What a 401 adds to its challenge: where to get a token. */
  hint: (event: ApiEvent) => string
}

/** Adds to the challenge of a 401. */
function withHint(error: unknown, hint: string): unknown {
  if (!(error instanceof ApiError) || error.code !== 'invalid_token') return error
  const { 'WWW-Authenticate': challenge = bearerChallenge, ...others } = error.extras.headers ?? {}
  error.extras.headers = { ...others, 'WWW-Authenticate': `${challenge}, ${hint}` }
  return error
}

/** Takes access tokens, too, and says in each 401 where to get one. */
export const takingAccessTokens =
  ({ find, hint }: AccessTokens): InsteadOfToken =>
  async ({ event, storage }, byToken) => {
    try {
      const jwt = readJwt(event.headers.authorization)
      return await (jwt === undefined ? byToken() : find(storage, jwt, event))
    } catch (error) {
      throw withHint(error, hint(event))
    }
  }
