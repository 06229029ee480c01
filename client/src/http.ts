import createClient, { type Client } from 'openapi-fetch'
import { TasksApiError } from './error.ts'
import { defaultRetry, withRetries, type Fetch, type RetryOptions } from './retry.ts'
import type { paths } from './schema.ts'

export interface ClientOptions {
  /** Ends with /v1. */
  baseUrl: string
  token: string
  /**
   * The system for which this program writes, 1 to 64 of the characters A–Z a–z 0–9 . _ -. The change feed shows it with
   * each write, and can leave it out: `changes({ excludeOriginIds })`.
   */
  originId?: string | undefined
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

/**
 * Opens the service: with the token, and with retries.
 * @throws TypeError when the base URL is none, or the token cannot be one
 */
export function openHttp({ baseUrl, token, originId, retry, fetch = globalThis.fetch }: ClientOptions): Http {
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError(
      `baseUrl must be a URL such as https://api.example.com/v1, not ${baseUrl || 'empty'}.`,
    )
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError('token must be a token of the API: tsk_ and letters, digits and underscores.')
  }
  if (originId !== undefined && !/^[A-Za-z0-9._-]{1,64}$/.test(originId)) {
    throw new TypeError('originId must be 1 to 64 of the characters A–Z a–z 0–9 . _ -')
  }
  return createClient<paths, 'application/json'>({
    baseUrl,
    headers: { Authorization: `Bearer ${token}`, ...(originId !== undefined && { 'Origin-Id': originId }) },
    fetch: withRetries(fetch, { ...defaultRetry, ...retry }),
  })
}

/** What openapi-fetch gives back of any call. */
interface Outcome<D> {
  data?: D
  error?: unknown
  response: Response
}

const notOurs = (from: { response?: Response; cause?: unknown }) =>
  new TasksApiError(
    'unexpected_answer',
    'The answer is not one of the Tasks API: is the base URL right?',
    from,
  )

/**
 * Takes the data out of an answer, with the headers beside it.
 * @param member what the data must have, or something else has answered
 * @throws TasksApiError when the answer is an error, or not the service's own
 */
export async function answerOf<D>(
  outcome: Promise<Outcome<D>>,
  member: keyof NonNullable<D> & string,
): Promise<{ data: NonNullable<D>; headers: Headers }> {
  const { data, error, response } = await outcome.catch((cause: unknown) => {
    throw cause instanceof SyntaxError ? notOurs({ cause }) : cause // JSON.parse, of a body that is none
  })
  if (!response.ok) throw TasksApiError.of(response, error)
  if (typeof data !== 'object' || data === null || !(member in data)) throw notOurs({ response })
  return { data, headers: response.headers }
}

/** The data alone. */
export const dataOf = async <D>(
  outcome: Promise<Outcome<D>>,
  member: keyof NonNullable<D> & string,
): Promise<NonNullable<D>> => (await answerOf(outcome, member)).data

/** A task or a project with the id of the part that a create has made: the last part of its Location. */
export const createdId = (headers: Headers): string => headers.get('Location')?.split('/').at(-1) ?? ''
