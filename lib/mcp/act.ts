import type { EndpointFor, Input, TokenAuth } from '../contract/endpoint.ts'
import type { Answer, Operation } from '../http/endpoint.ts'
import { parseFields } from '../http/parse-input.ts'
import type { Caller } from '../tokens/caller.ts'

/** A call of a tool: who calls, and the request that it came with. */
export interface Call {
  caller: Caller
  /**
   * Counts this many more requests.
   * @throws ApiError rate_limited
   */
  charge: (requests: number) => void
  request: Pick<Input<EndpointFor<TokenAuth>>, 'path' | 'rawQuery' | 'baseUrl'>
}

/** What an operation reads of a request, as a caller would send it; query parameters are texts. */
interface Given {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: Record<string, unknown>
}

/**
 * Does an operation for a caller, without HTTP: the input passes the operation's own schemas.
 * @throws ApiError as the operation does; invalid_request
 */
export async function act<E extends EndpointFor<TokenAuth>>(
  { declaration, act: does }: Operation<E>,
  { caller, charge, request }: Call,
  { params = {}, query = {}, headers = {}, body = {} }: Given,
): Promise<Answer<E>> {
  const input = {
    ...request,
    params: parseFields(declaration.params, params, 'body'),
    query: parseFields(declaration.query, query, 'body'),
    headers: declaration.headers && parseFields(declaration.headers, headers, 'body'),
    body: declaration.body && parseFields(declaration.body as typeof declaration.params, body, 'body'), // no tool has a file
  }
  // an operation with a token takes a caller, and each part was parsed by the schema from which Input<E> takes its type
  const answer = await does(caller as never, input as never, charge)
  if ('statusCode' in answer) throw new Error(`${declaration.id} answers with a page, so it is no tool.`)
  return answer as Answer<E> // it has no status of its own
}
