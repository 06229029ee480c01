import type * as z from 'zod/mini'
import type { Endpoint, EndpointFor, Input, KeyAuth, NoAuth, TokenAuth } from '../contract/endpoint.ts'
import type { Storage } from '../table/storage.ts'
import { encodeWriter } from '../tasks/writer.ts'
import type { Caller } from '../tokens/caller.ts'
import type { AddressLimit } from './address-limit.ts'
import { isNotModified } from './answers.ts'
import { authenticate, invalidSignature, type Finding, type InsteadOfToken } from './authenticate.ts'
import { baseStack, lambda } from './base-stack.ts'
import type { KeyAccess } from './key-access.ts'
import { limitRate } from './limit-rate.ts'
import { parseInput } from './parse-input.ts'
import { bytesOf } from './read-body.ts'
import type { ApiResult, HttpHandler, KeyHolder } from './types.ts'

/** The result of an endpoint's code. The status is in its declaration. A page for a browser is an `ApiResult`. */
export interface Answer<E extends Endpoint> {
  body: z.output<E['answer']>
  headers?: Record<string, string>
}

/** Returns the attribute `writer` for the tasks that this request writes. */
function writerOf(
  { via = 'api' }: Endpoint,
  { token, session }: Caller,
  { headers }: { headers: unknown },
): string {
  // every endpoint that writes tasks declares this header
  const { 'origin-id': originId = null } = (headers ?? {}) as { 'origin-id'?: string }
  const member_id = session?.memberId ?? null
  return encodeWriter({ via, token_id: token.id, origin_id: originId, member_id, rule_id: null })
}

/** Whether a request is a dry run. Every endpoint that can be tried without effect declares the parameter. */
const isDryRunOf = ({ query }: { query: unknown }): boolean => (query as { dryRun?: boolean }).dryRun === true // the contract's schema has this type

/** The same caller, for whom nothing is written. */
export const inDryRun = (caller: Caller): Caller => ({ ...caller, isDryRun: true, dryRunItems: new Map() })

/** The headers that identify what a write has created. */
const namesWritten = (name: string) => name === 'Location' || name === 'ETag'

/** The answer to a dry run: that of the write, without the headers that name what would have been written. */
function dryResult({ body, headers = {} }: Answer<Endpoint>): ApiResult {
  const others = Object.entries(headers).filter(([name]) => !namesWritten(name))
  return {
    statusCode: 200,
    headers: { ...Object.fromEntries(others), 'Dry-Run': 'true' },
    body: JSON.stringify(body),
  }
}

/** An endpoint's own code. The type of `caller` depends on the kind of authentication that its declaration names. */
type Act<C, E extends Endpoint> = (
  caller: C,
  input: Input<E>,
  charge: (requests: number) => void,
) => Promise<Answer<E> | ApiResult>

/** An endpoint's declaration and its code, apart from HTTP. `handlerOf` makes its Lambda handler. */
export interface Operation<E extends Endpoint = Endpoint> {
  declaration: E
  /** The endpoint's own code. Its types are known where it is written: see `endpoint`. */
  act: Act<never, E>
  access: Partial<KeyAccess<KeyHolder>> & Partial<AddressLimit> & Pick<Finding, 'insteadOfToken'>
}

/**
 * Joins an endpoint's declaration and its code. The first argument of `act` is the token's caller, the key's holder that
 * `access` has found, or, if anyone may call, only the storage. The last one counts the request as more than one; it throws
 * ApiError rate_limited.
 */
export function endpoint<E extends EndpointFor<TokenAuth>>(declaration: E, act: Act<Caller, E>): Operation<E>
export function endpoint<E extends EndpointFor<TokenAuth & { takesAccessTokens: true }>>(
  declaration: E,
  act: Act<Caller, E>,
  access: { insteadOfToken: InsteadOfToken },
): Operation<E>
export function endpoint<E extends EndpointFor<KeyAuth>, H extends KeyHolder>(
  declaration: E,
  act: Act<H, E>,
  access: KeyAccess<H>,
): Operation<E>
export function endpoint<E extends EndpointFor<NoAuth>>(
  declaration: E,
  act: Act<Storage, E>,
  access?: AddressLimit,
): Operation<E>
export function endpoint<E extends Endpoint>(
  declaration: E,
  act: Act<never, E>,
  access: Operation['access'] = {},
): Operation<E> {
  return { declaration, act, access }
}

/**
 * Makes a Lambda handler of an operation. It assigns the request id, logs, renders errors, authenticates, parses the input,
 * and then calls the endpoint's own code. In a dry run (`dryRun=true`) the caller's storage writes nothing.
 */
export function handlerOf<E extends Endpoint>({ declaration, act, access }: Operation<E>): HttpHandler {
  const stack = baseStack(declaration.id, access.errorPage)
    .use(authenticate(declaration, access))
    .use(limitRate(access.bucketsOf, access.bucketOfAddress))
  return lambda(stack, async (event, context) => {
    const { caller, holder, signatureProblem, invocation, charge = () => undefined } = context
    const { headers: sent, rawQueryString: rawQuery } = event
    const handshake = holder?.answerHandshake?.({ bytes: bytesOf(event), headers: sent, rawQuery })
    if (handshake) return handshake
    if (signatureProblem !== undefined) throw invalidSignature(signatureProblem)
    const input = parseInput(declaration, event)
    const isDryRun = isDryRunOf(input)
    const writer = caller && { ...caller, writer: writerOf(declaration, caller, input) }
    const who = (writer && isDryRun ? inDryRun(writer) : writer) ?? holder ?? invocation.storage
    // the overloads ensure that `act` takes what authenticate.ts finds for this kind of declaration
    const answer = await act(who as never, input, charge)
    if ('statusCode' in answer) return answer
    const { body, headers = {} } = answer as Answer<E> // the other kind has a status
    if (isDryRun) return dryResult({ body, headers })
    if (isNotModified(event, headers)) return { statusCode: 304, headers }
    return { statusCode: declaration.success, headers, body: JSON.stringify(body) }
  })
}
