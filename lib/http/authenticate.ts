import type { Endpoint, KeyAuth, Scope, TokenAuth } from '../contract/endpoint.ts'
import type { Caller } from '../tokens/caller.ts'
import type { Storage } from '../table/storage.ts'
import { findPrincipal, type Principal } from '../tokens/principal.ts'
import { parseToken, type ParsedToken } from '../tokens/format.ts'
import {
  ApiError,
  bearerChallenge,
  invalidToken,
  projectBoundToken,
  routeNotFound,
} from '../contract/api-error.ts'
import { bytesOf } from './read-body.ts'
import type { ApiContext, ApiEvent, ApiMiddleware, KeyHolder } from './types.ts'

/** RFC 6750, section 3: a request without a token, or with another scheme, gets the bare challenge, without an error code. */
const noToken = () =>
  new ApiError('invalid_token', 'Send your token in the header Authorization: Bearer <API_TOKEN>.', {
    headers: { 'WWW-Authenticate': bearerChallenge },
  })

/**
 * Reads the token in the header `Authorization`. Returns undefined if the header does not hold exactly one well-formed
 * token. API Gateway joins repeated headers with a comma; two tokens are refused, because it is unclear which one counts.
 */
export function readBearer(header = ''): ParsedToken | undefined {
  const [, secret] = /^Bearer +([^\s,]+) *$/i.exec(header) ?? []
  return secret === undefined ? undefined : parseToken(secret)
}

/**
 * Checks that a caller's token has a scope.
 * @throws ApiError insufficient_scope, which names the missing scope
 */
export function requireScope({ token, session }: Pick<Caller, 'token' | 'session'>, scope: Scope): void {
  if (token.scopes.includes(scope)) return
  throw new ApiError(
    'insufficient_scope',
    `${session ? 'Your role' : 'The token'} lacks the scope ${scope}.`,
    {
      members: { required_scope: scope },
      headers: { 'WWW-Authenticate': `${bearerChallenge}, error="insufficient_scope", scope="${scope}"` },
    },
  )
}

/** @throws ApiError plan_required */
export function requirePlan({ plan }: Pick<Caller, 'plan'>): void {
  if (plan === 'pro') return
  throw new ApiError('plan_required', 'The API is part of the Pro plan; this account is on another plan.')
}

/**
 * Reads the token.
 * @throws ApiError invalid_token
 */
function tokenOf({ headers: { authorization: header = '' } }: ApiEvent): ParsedToken {
  if (!/^Bearer(?: |$)/i.test(header)) throw noToken()
  const token = readBearer(header)
  if (token) return token
  // a shell leaves nothing of an unset variable, and the name of one in single quotes
  throw invalidToken(
    /^Bearer *([$<]|$)/i.test(header)
      ? 'The token is empty or a placeholder such as $TOKEN: send your own.'
      : undefined,
  )
}

/**
 * Checks that a caller may do something that requires this.
 * @throws ApiError insufficient_scope, which names the missing scope; plan_required, project_bound_token
 */
export function requireAuth(caller: Caller, { scope, also = [], isForAccount }: TokenAuth): void {
  if (scope === 'any') return
  for (const needed of [scope, ...also]) requireScope(caller, needed)
  requirePlan(caller)
  if (isForAccount && caller.projectIds !== null) throw projectBoundToken(caller.session)
}

/**
 * Sets the caller, and checks that they may call.
 * @throws ApiError invalid_token, insufficient_scope, plan_required, project_bound_token
 */
function authorize(auth: TokenAuth, context: ApiContext, principal: Principal): void {
  const caller = { ...context.invocation.storage, ...principal }
  context.caller = caller
  requireAuth(caller, auth)
}

/** Finds the caller in another way than by a token of ours, or leaves that to `byToken`: access-tokens.ts. */
export type InsteadOfToken = (
  request: { event: ApiEvent; storage: Storage },
  byToken: () => Promise<Principal>,
) => Promise<Principal>

/**
 * The error for a request that lacks its holder's signature. It is thrown after the request was counted: limit-rate.ts.
 * @param problem what is expected, and what is wrong
 */
export const invalidSignature = (problem: string) =>
  new ApiError(
    'invalid_signature',
    `The signature is missing or wrong: sign with the form's secret. The form expects: ${problem}.`,
  )

/** Looks up the holder of a key in the path, with its account. Returns undefined if no holder has the key. */
export type FindHolder<H extends KeyHolder> = (storage: Storage, key: string) => Promise<H | undefined>

/** @throws ApiError route_not_found, the same error as for a missing route, so that guessing keys reveals nothing */
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

/** How an endpoint finds out who calls, if its declaration alone does not say that. */
export interface Finding {
  /** Looks up the holder of the key, for endpoints with a key in the path. */
  findHolder?: FindHolder<KeyHolder>
  insteadOfToken?: InsteadOfToken
}

/**
 * Authenticates the caller before the rest of the request is read. A signature is checked here, over the raw bytes.
 * @throws ApiError invalid_token, insufficient_scope, plan_required, project_bound_token; route_not_found if no holder has the
 * key; what `insteadOfToken` throws
 */
export const authenticate = (
  { auth }: Pick<Endpoint, 'auth'>,
  { findHolder = () => Promise.resolve(undefined), insteadOfToken = (_, byToken) => byToken() }: Finding = {},
): ApiMiddleware => ({
  before: async function authenticateRequest({ event, context }) {
    if (auth.kind === 'key') {
      context.isForAnySite = true
      const { storage } = context.invocation
      const holder = await findHolderOf(storage, auth, event.pathParameters?.[auth.param], findHolder)
      context.holder = holder
      context.signatureProblem = holder.signatureProblem?.({ bytes: bytesOf(event), headers: event.headers })
    } else if (auth.kind === 'token') {
      const { storage } = context.invocation
      const byToken = async () => {
        const principal = await findPrincipal(storage, tokenOf(event))
        if (!principal) throw invalidToken()
        return principal
      }
      authorize(auth, context, await insteadOfToken({ event, storage }, byToken))
    }
  },
})
