import createClient, { type Client } from 'openapi-fetch'
import { TasksApiError } from './error.ts'
import { defaultRetry, withRetries, type Fetch, type RetryOptions } from './retry.ts'
import type { paths } from './schema.ts'

export interface ClientOptions {
  /** Ends with /v1. */
  baseUrl: string
  token: string
  /** Waits and attempts; what is left out keeps its default. */
  retry?: Partial<RetryOptions>
  /** Instead of the global fetch. */
  fetch?: Fetch
}

/** What may go with any call. */
export interface CallOptions {
  signal?: AbortSignal | undefined
}

/** The service as openapi-fetch calls it, typed by the OpenAPI document. */
export type Http = Client<paths, 'application/json'>

/** Opens the service: with the token, and with retries. */
export function openHttp({ baseUrl, token, retry, fetch = globalThis.fetch }: ClientOptions): Http {
  return createClient<paths, 'application/json'>({
    baseUrl,
    headers: { Authorization: `Bearer ${token}` },
    fetch: withRetries(fetch, { ...defaultRetry, ...retry }),
  })
}

/** What openapi-fetch gives back of any call. */
interface Outcome<D> {
  data?: D
  error?: unknown
  response: Response
}

/**
 * Takes the data out of an answer, with the headers beside it.
 * @throws TasksApiError when the answer is an error
 */
export async function answerOf<D>(
  outcome: Promise<Outcome<D>>,
): Promise<{ data: NonNullable<D>; headers: Headers }> {
  const { data, error, response } = await outcome
  if (data == null) throw TasksApiError.of(response, error)
  return { data, headers: response.headers }
}

/** The data alone. */
export const dataOf = async <D>(outcome: Promise<Outcome<D>>): Promise<NonNullable<D>> =>
  (await answerOf(outcome)).data

/** A task or a project with the id of the part that a create has made: the last part of its Location. */
export const createdId = (headers: Headers): string => headers.get('Location')?.split('/').at(-1) ?? ''
