import { TasksApiError } from './error.ts'
import { retryAfterMs } from './retry-after.ts'
import { sleep } from './sleep.ts'

export type Fetch = (request: Request) => Promise<Response>

export interface RetryOptions {
  /** The maximum number of retries. */
  maxRetries: number
  /** The maximum of the first wait. It doubles with each further wait. */
  baseDelayMs: number
  /** The maximum of any wait. A longer Retry-After makes the call fail at once. */
  maxDelayMs: number
  /** The timeout of one attempt. */
  timeoutMs: number
}

export const defaultRetry: RetryOptions = {
  maxRetries: 4,
  baseDelayMs: 250,
  maxDelayMs: 65_000,
  timeoutMs: 15_000,
}

/** Whether a request creates something with an id of its own, which a repeat does not create again. */
async function hasOwnId(request: Request): Promise<boolean> {
  if (!/\/(?:tasks|subtasks|lanes)$/.test(new URL(request.url).pathname)) return false
  const body: unknown = JSON.parse(await request.clone().text())
  return typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string'
}

/**
 * Whether a request that may have succeeded can be sent again. Of the POSTs, these are the ones with an
 * Idempotency-Key or an id of their own, dry runs, and those that have no further effect: move, restore, revert, preview, replay, redeliver, test and
 * import. Receivers know a repeated event by its id. The others could create something twice.
 */
const isRepeatable = async (request: Request): Promise<boolean> => {
  const { method, headers, url } = request
  return (
    method !== 'POST' ||
    headers.has('Idempotency-Key') ||
    new URL(url).searchParams.get('dryRun') === 'true' ||
    /\/(?:move|restore|reverts?|preview|replay|redeliver|test|import)$/.test(new URL(url).pathname) ||
    hasOwnId(request)
  )
}

/** Whether a 429 can be retried. Waiting does not help with a reached quota; any other 429 had no effect yet. */
async function isRefusedForNow(response: Response): Promise<boolean> {
  if (response.status !== 429) return false
  return !(await response.clone().text()).includes('"quota_exceeded"')
}

const isUnavailable = ({ status }: Response) => [502, 503, 504].includes(status)

/** Why there was no answer: fetch puts the reason into the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

/** Sends a request once. Returns a network_error if there was no answer. */
async function attempt(fetch: Fetch, request: Request, timeoutMs: number): Promise<Response | TasksApiError> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
  try {
    const response = await fetch(new Request(request.clone(), { signal }))
    // the body is read here, so that a connection lost within the answer counts as a failed attempt
    const body = await response.arrayBuffer()
    const { status, headers } = response
    return new Response(body.byteLength > 0 ? body : null, { status, headers })
  } catch (cause) {
    request.signal.throwIfAborted()
    return new TasksApiError(
      'network_error',
      `${request.method} ${request.url} got no answer (${reasonOf(cause)}).`,
      { cause },
    )
  }
}

/**
 * A fetch that retries with full jitter: when a request was temporarily refused, or when it failed and can be repeated.
 * @throws TasksApiError network_error when no attempt got an answer; an abort's reason
 */
export const withRetries =
  (fetch: Fetch, { maxRetries, baseDelayMs, maxDelayMs, timeoutMs }: RetryOptions): Fetch =>
  async (request) => {
    for (let retries = 0; ; retries += 1) {
      const outcome = await attempt(fetch, request, timeoutMs)
      const response = outcome instanceof TasksApiError ? undefined : outcome
      const isFailed = response ? isUnavailable(response) : true
      const isRefused = response !== undefined && (await isRefusedForNow(response))
      const mayRetry = isRefused || (isFailed && (await isRepeatable(request)))
      const askedMs = retryAfterMs(response)
      if (!mayRetry || retries >= maxRetries || askedMs > maxDelayMs) {
        if (outcome instanceof TasksApiError) throw outcome
        return outcome
      }
      // full jitter: callers that failed at the same time do not retry at the same time
      const jitterMs = Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** retries)
      await sleep(askedMs + jitterMs, request.signal)
    }
  }
