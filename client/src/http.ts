import createClient, { type Client } from 'openapi-fetch'
import { TasksApiError } from './error.ts'
import { defaultRetry, withRetries, type Fetch, type RetryOptions } from './retry.ts'
import type { paths } from './schema.ts'

export interface ClientOptions {
  /** Ends with /v1. */
  baseUrl: string
  token: string
  /**
   * The name of the system this program writes for: 1 to 64 of the characters A–Z a–z 0–9 . _ -. The change feed shows it with
   * each write, and can leave it out: `changes({ excludeOriginIds })`.
   */
  originId?: string | undefined
  /** Retry settings. Omitted ones keep their defaults. */
  retry?: Partial<RetryOptions>
  /** Used instead of the global fetch. */
  fetch?: Fetch
}

/** Options of every call. */
export interface CallOptions {
  signal?: AbortSignal | undefined
}

/** What openapi-fetch takes for the path parameters and the options of a call. */
export const at = <P extends object>(path: P, { signal }: CallOptions) => ({
  params: { path },
  ...(signal && { signal }),
})

/** The openapi-fetch client of the service, typed by the OpenAPI document. */
export type Http = Client<paths, 'application/json'>

/**
 * Creates an HTTP client that sends the token and retries.
 * @throws TypeError when the base URL or the token is malformed
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

/** What openapi-fetch returns for any call. */
export interface Outcome<D> {
  data?: D
  error?: unknown
  response: Response
}

/** The error when something other than the service has answered. */
export const answeredElsewhere = (from: { response?: Response; cause?: unknown }) =>
  new TasksApiError(
    'unexpected_answer',
    'The answer did not come from the Tasks API: is the base URL right?',
    from,
  )

/**
 * The data of an answer, with its headers.
 * @param member a member that the data must have; without it, something other than the service answered
 * @throws TasksApiError when the answer is an error, or not from the service
 */
export async function answerOf<D>(
  outcome: Promise<Outcome<D>>,
  member: keyof NonNullable<D> & string,
): Promise<{ data: NonNullable<D>; headers: Headers }> {
  const { data, error, response } = await outcome.catch((cause: unknown) => {
    throw cause instanceof SyntaxError ? answeredElsewhere({ cause }) : cause // JSON.parse failed: the body is not JSON
  })
  if (!response.ok) throw TasksApiError.of(response, error)
  if (typeof data !== 'object' || data === null || !(member in data)) throw answeredElsewhere({ response })
  return { data, headers: response.headers }
}

/** The same, but only the data. */
export const dataOf = async <D>(
  outcome: Promise<Outcome<D>>,
  member: keyof NonNullable<D> & string,
): Promise<NonNullable<D>> => (await answerOf(outcome, member)).data

/** The id of the subtask or lane that a create added: the last part of its Location header. */
export const createdId = (headers: Headers): string => headers.get('Location')?.split('/').at(-1) ?? ''
