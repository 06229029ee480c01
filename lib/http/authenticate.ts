import type { Endpoint, KeyAuth, Scope } from '../contract/endpoint.ts'
import type { Caller } from '../store/caller.ts'
import type { Storage } from '../store/storage.ts'
import { findPrincipal } from '../store/principal.ts'
import { parseToken, type ParsedToken } from '../token/format.ts'
import { ApiError, bearerChallenge, invalidToken, routeNotFound } from '../api-error.ts'
import type { ApiMiddleware, KeyHolder } from './types.ts'

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

/** @throws ApiError plan_required */
function requirePlan({ plan }: Caller): void {
  if (plan === 'pro') return
  throw new ApiError('plan_required', 'The API is part of the Pro plan; this account is on another plan.')
}

/**
 * Reads the token and finds its account.
 * @throws ApiError invalid_token
 */
async function findCaller(storage: Storage, header: string | undefined): Promise<Caller> {
  if (header === undefined || header === '') throw noToken()
  const token = readBearer(header)
  if (!token) throw invalidToken()
  const principal = await findPrincipal(storage, token)
  if (!principal) throw invalidToken()
  return { ...storage, ...principal }
}

/** Finds what a key in the path stands for, with its account; undefined when nobody has the key. */
export type FindHolder<H extends KeyHolder> = (storage: Storage, key: string) => Promise<H | undefined>

/** @throws ApiError route_not_found, as where there is no route: a guess at a key learns nothing. */
async function findHolderOf(
  storage: Storage,
  { schema }: KeyAuth,
  value: unknown,
  find: FindHolder<KeyHolder>,
) {
  const key = schema.safeParse(value)
  const holder = key.success ? await find(storage, key.data) : undefined
  if (!holder) throw routeNotFound()
  return holder
}

/**
 * Finds out who calls, before anything else of the request is looked at.
 * @param findHolder what finds the holder of a key, where the declaration has one in its path
 * @throws ApiError invalid_token, insufficient_scope, plan_required; route_not_found to a key that nobody has
 */
export const authenticate = (
  { auth }: Pick<Endpoint, 'auth'>,
  findHolder: FindHolder<KeyHolder> = () => Promise.resolve(undefined),
): ApiMiddleware => ({
  before: async function authenticateRequest({ event, context }) {
    const { storage } = context.invocation
    if (auth.kind === 'key') {
      context.isForAnySite = true
      context.holder = await findHolderOf(storage, auth, event.pathParameters?.[auth.param], findHolder)
    } else if (auth.kind === 'token') {
      const caller = await findCaller(storage, event.headers.authorization)
      context.caller = caller
      if (auth.scope === 'any') return
      for (const scope of [auth.scope, ...(auth.also ?? [])]) requireScope(caller, scope)
      requirePlan(caller)
    }
  },
})
