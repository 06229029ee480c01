import { called } from '../called.ts'

/** The parts of an answer that the smoke test checks. */
export interface Reply {
  status: number
  etag: string | null
  replayed: boolean
  body: Body
}

/** The members that the API's answers may have. Each step checks the ones that it needs. */
interface Body {
  task?: { id: string; label: string; status: number }
  tasks?: { id: string }[]
  projects?: { id: string }[]
  token?: { scopes: string[] }
  success?: boolean
  error?: { code: string; message: string; request_id: string }
}

export interface Sending {
  body?: object
  headers?: Record<string, string>
  /** Used instead of the client's own token. */
  token?: string
}

/** Sends one request. `path` is relative to the base URL. */
export type Send = (method: string, path: string, sending?: Sending) => Promise<Reply>

const timeoutMs = 15_000

/** Normalizes a pasted base URL, with or without the version and a trailing slash, to end with `/v1`. */
export const withVersion = (url: string): string => `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`

/** Whether the service runs on this machine, so that it can reach a port of this machine. */
export const isOnThisMachine = (baseUrl: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(baseUrl).hostname)

function readBody(text: string, where: string): Body {
  try {
    return text === '' ? {} : (JSON.parse(text) as Body) // each step checks the members that it needs
  } catch (error) {
    throw new Error(`${where} answered with something other than JSON: is this the API's base URL?`, {
      cause: error,
    })
  }
}

/**
 * Why `fetch` got no answer: a timeout, or what its cause says, such as ECONNREFUSED. Its own message may quote a header or
 * the URL, and so a secret.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || error.name === 'TimeoutError') return 'in time'
  const { code, message } = (error.cause ?? {}) as Partial<NodeJS.ErrnoException> // an error of Node's net or dns, or of fetch
  return `(${code ?? message ?? error.name})`
}

/**
 * Says that a service gave no answer, and what to do if it is on this machine.
 * @param where the request, such as `POST http://localhost:3000/v1/tasks`
 * @param error what `fetch` threw
 */
export function noAnswer(where: string, baseUrl: string, error: unknown): string {
  const hint = isOnThisMachine(baseUrl) ? ` Is the service running? Start it with ${called.start}.` : ''
  return `${where} got no answer ${reasonOf(error)}.${hint}`
}

/** A client of one stage. */
export const clientOf =
  (baseUrl: string, ownToken: string): Send =>
  async (method, path, { body, headers = {}, token = ownToken } = {}) => {
    const where = `${method} ${baseUrl}${path}`
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(token !== '' && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new Error(noAnswer(where, baseUrl, error), { cause: error })
    })
    return {
      status: response.status,
      etag: response.headers.get('ETag'),
      replayed: response.headers.get('Idempotency-Replayed') === 'true',
      body: readBody(await response.text(), where),
    }
  }
