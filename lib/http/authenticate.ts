import type { Endpoint, Scope } from '../contract/endpoint.ts'
import type { Caller } from '../store/caller.ts'
import { findPrincipal } from '../store/principal.ts'
import { parseToken, type ParsedToken } from '../token/format.ts'
import { ApiError, bearerChallenge, invalidToken } from '../api-error.ts'
import type { ApiMiddleware } from './types.ts'

/** RFC 6750, section 3: a request without a token gets the bare challenge, without an error code. */
const noToken = () =>
  new ApiError('invalid_token', 'Send your token in the header Authorization: Bearer <API_TOKEN>.', {
    headers: { 'WWW-Authenticate': bearerChallenge },
  })

/**
 * Reads the header `Authorization`; undefined when it holds no token of ours. API Gateway joins repeated headers with a
 * comma: with two tokens nobody could say which one counts.
 */
export function readBearer(header = ''): ParsedToken | undefined {
  const [, secret] = /^Bearer +([^\s,]+) *$/i.exec(header) ?? []
  return secret === undefined ? undefined : parseToken(secret)
}

/**
 * Holds a caller's scopes against one that is needed.
 * @throws ApiError insufficient_scope, which names it
 */
export function requireScope({ token }: Pick<Caller, 'token'>, scope: Scope): void {
  if (token.scopes.includes(scope)) return
  throw new ApiError('insufficient_scope', `The token lacks the scope ${scope}.`, {
    members: { required_scope: scope },
    headers: { 'WWW-Authenticate': `${bearerChallenge}, error="insufficient_scope", scope="${scope}"` },
  })
}

/**
 * Reads the token, finds its account and checks scope and plan, before anything else of the request is looked at.
 * @throws ApiError invalid_token, insufficient_scope, plan_required
 */
export const authenticate = (scope: Endpoint['scope']): ApiMiddleware => ({
  before: async function authenticateRequest({ event, context }) {
    const header = event.headers.authorization
    if (header === undefined || header === '') throw noToken()
    const token = readBearer(header)
    if (!token) throw invalidToken()
    const principal = await findPrincipal(context.storage, token)
    if (!principal) throw invalidToken()
    context.caller = { ...context.storage, ...principal }
    if (scope === 'any') return
    requireScope(principal, scope)
    if (principal.plan !== 'pro') {
      throw new ApiError('plan_required', 'The API is part of the Pro plan; this account is on another plan.')
    }
  },
})
