import type * as z from 'zod/mini'
import type { Endpoint, Input } from '../contract/endpoint.ts'
import type { Caller } from '../store/caller.ts'
import { authenticate } from './authenticate.ts'
import { baseStack, lambda } from './base-stack.ts'
import { limitRate } from './limit-rate.ts'
import { isNotModified } from './not-modified.ts'
import { parseInput } from './parse-input.ts'
import type { HttpHandler } from './types.ts'

/** What an endpoint's own code gives back; the status stands in its declaration. */
export interface Answer<E extends Endpoint> {
  body: z.output<E['answer']>
  headers?: Record<string, string>
}

/**
 * Makes a Lambda of a declaration and the code that fulfils it: log and request id, errors, token with scope
 * and plan, rate limit, parsing, then `act`.
 */
export function endpoint<E extends Endpoint>(
  declaration: E,
  act: (caller: Caller, input: Input<E>) => Promise<Answer<E>>,
): HttpHandler {
  const stack = baseStack(declaration.id).use(authenticate(declaration.scope)).use(limitRate())
  return lambda(stack, async (event, { caller }) => {
    const input = parseInput(declaration, event)
    const { body, headers = {} } = await act(caller, input)
    if (isNotModified(event, headers)) return { statusCode: 304, headers }
    return { statusCode: declaration.success, headers, body: JSON.stringify(body) }
  })
}
