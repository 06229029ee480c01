import type * as z from 'zod/mini'
import type { Endpoint, Input } from '../contract/endpoint.ts'
import type { Tenant } from '../store/send.ts'
import { authenticate } from './authenticate.ts'
import { baseStack, lambda } from './base-stack.ts'
import { parseInput } from './parse-input.ts'
import type { HttpHandler } from './types.ts'

/** What an endpoint's own code gives back; the status stands in its declaration. */
export interface Answer<E extends Endpoint> {
  body: z.output<E['answer']>
  headers?: Record<string, string>
}

/**
 * Makes a Lambda of a declaration and the code that fulfils it: log and request id, errors, token with scope
 * and plan, parsing, then `act`.
 */
export function endpoint<E extends Endpoint>(
  declaration: E,
  act: (tenant: Tenant, input: Input<E>) => Promise<Answer<E>>,
): HttpHandler {
  const stack = baseStack(declaration.id).use(authenticate(declaration.scope))
  return lambda(stack, async (event, { tenant }) => {
    const { body, headers } = await act(tenant, parseInput(declaration, event))
    return { statusCode: declaration.success, ...(headers && { headers }), body: JSON.stringify(body) }
  })
}
