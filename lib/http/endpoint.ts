import type * as z from 'zod/mini'
import type { Endpoint, EndpointFor, Input, KeyAuth, NoAuth, TokenAuth } from '../contract/endpoint.ts'
import type { Caller } from '../store/caller.ts'
import type { Storage } from '../store/storage.ts'
import { encodeWriter } from '../store/writer.ts'
import { isNotModified } from './answers.ts'
import { authenticate, invalidSignature } from './authenticate.ts'
import { baseStack, lambda } from './base-stack.ts'
import type { KeyAccess } from './key-access.ts'
import { limitRate } from './limit-rate.ts'
import { parseInput } from './parse-input.ts'
import type { ApiResult, HttpHandler, KeyHolder } from './types.ts'

/** What an endpoint's own code returns. The status is in its declaration. A page for a browser is an `ApiResult`. */
export interface Answer<E extends Endpoint> {
  body: z.output<E['answer']>
  headers?: Record<string, string>
}

/** Returns the attribute `writer` for the tasks that this request writes. */
function writerOf({ token }: Caller, { headers }: { headers: unknown }): string {
  // every endpoint that writes tasks declares this header
  const { 'origin-id': originId = null } = (headers ?? {}) as { 'origin-id'?: string }
  return encodeWriter({ via: 'api', token_id: token.id, origin_id: originId })
}

/** An endpoint's own code. The type of `caller` depends on the kind of authentication that its declaration names. */
type Act<C, E extends Endpoint> = (caller: C, input: Input<E>) => Promise<Answer<E> | ApiResult>

/**
 * Makes a Lambda handler from an endpoint's declaration and its code. It assigns the request id, logs, renders errors,
 * authenticates, parses the input, and then calls `act`. The first argument of `act` is the token's caller, the key's
 * holder that `access` has found, or, if anyone may call, only the storage.
 */
export function endpoint<E extends EndpointFor<TokenAuth>>(declaration: E, act: Act<Caller, E>): HttpHandler
export function endpoint<E extends EndpointFor<KeyAuth>, H extends KeyHolder>(
  declaration: E,
  act: Act<H, E>,
  access: KeyAccess<H>,
): HttpHandler
export function endpoint<E extends EndpointFor<NoAuth>>(declaration: E, act: Act<Storage, E>): HttpHandler
export function endpoint<E extends Endpoint>(
  declaration: E,
  act: Act<never, E>,
  access?: KeyAccess<KeyHolder>,
): HttpHandler {
  const stack = baseStack(declaration.id, access?.errorPage)
    .use(authenticate(declaration, access?.findHolder))
    .use(limitRate(access?.bucketsOf))
  return lambda(stack, async (event, { caller, holder, isForged, invocation }) => {
    if (isForged) throw invalidSignature()
    const input = parseInput(declaration, event)
    const who = caller ? { ...caller, writer: writerOf(caller, input) } : (holder ?? invocation.storage)
    // the overloads ensure that `act` takes what authenticate.ts finds for this kind of declaration
    const answer = await act(who as never, input)
    if ('statusCode' in answer) return answer
    const { body, headers = {} } = answer as Answer<E> // it has no status of its own
    if (isNotModified(event, headers)) return { statusCode: 304, headers }
    return { statusCode: declaration.success, headers, body: JSON.stringify(body) }
  })
}
