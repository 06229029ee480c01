import { TasksApiError } from './error.ts'
import { retryAfterMs } from './retry-after.ts'
import { sleep } from './sleep.ts'

export type Fetch = (request: Request) => Promise<Response>

export interface RetryOptions {
  /** How often a request is sent again at most. */
  maxRetries: number
  /** The longest first wait; each further one may be twice as long. */
  baseDelayMs: number
  /** No wait is longer; a Retry-After that is makes the call fail at once. */
  maxDelayMs: number
  /** How long one attempt may take. */
  timeoutMs: number
}

export const defaultRetry: RetryOptions = {
  maxRetries: 4,
  baseDelayMs: 250,
  maxDelayMs: 65_000,
  timeoutMs: 15_000,
}

/**
 * Whether a request that may have been done can be sent again. Of the POSTs those with an Idempotency-Key, and those
 * that end in the same state however often they are done; the others would create twice.
 */
const isRepeatable = ({ method, headers, url }: Request): boolean =>
  method !== 'POST' || headers.has('Idempotency-Key') || /\/(?:move|restore)$/.test(new URL(url).pathname)

/** A full quota does not empty by waiting; any other 429 was refused before anything was done. */
async function isRefusedForNow(response: Response): Promise<boolean> {
  if (response.status !== 429) return false
  return !(await response.clone().text()).includes('"quota_exceeded"')
}

const isUnavailable = ({ status }: Response) => [502, 503, 504].includes(status)

/** Why there was no answer: fetch hides it in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

/** Sends a request once; undefined when no answer came. */
async function attempt(fetch: Fetch, request: Request, timeoutMs: number): Promise<Response | TasksApiError> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
  try {
    const response = await fetch(new Request(request.clone(), { signal }))
    // read here, so that a connection that breaks within the answer counts as a failed attempt
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
 * A fetch that sends a request again, with full jitter, when it was refused for now, or when it failed and may be
 * repeated.
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
      const mayRetry = isRefused || (isFailed && isRepeatable(request))
      const askedMs = retryAfterMs(response)
      if (!mayRetry || retries >= maxRetries || askedMs > maxDelayMs) {
        if (outcome instanceof TasksApiError) throw outcome
        return outcome
      }
      // full jitter: callers that failed together do not come back together
      const jitterMs = Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** retries)
      await sleep(askedMs + jitterMs, request.signal)
    }
  }
