/** An answer, as far as a smoke test looks at it. */
export interface Reply {
  status: number
  etag: string | null
  replayed: boolean
  body: Body
}

/** Members that answers of this API may have; which one has them is for each step to say. */
interface Body {
  task?: { id: string; label: string; status: number }
  tasks?: { id: string }[]
  token?: { scopes: string[] }
  success?: boolean
  error?: { code: string; message: string; request_id: string }
}

export interface Sending {
  body?: object
  headers?: Record<string, string>
  /** Instead of the caller's own. */
  token?: string
}

/** Sends one request; `path` is below the base URL. */
export type Send = (method: string, path: string, sending?: Sending) => Promise<Reply>

const timeoutMs = 15_000

/** A base URL as people paste it: with or without the version and a slash at its end. */
export const withVersion = (url: string): string => `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`

function readBody(text: string, where: string): Body {
  try {
    return text === '' ? {} : (JSON.parse(text) as Body) // each step checks the members that it needs
  } catch (error) {
    throw new Error(`${where} answered with something other than JSON: is this the API's base URL?`, {
      cause: error,
    })
  }
}

/** A client of one deployed stage. */
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
      throw new Error(`${where} got no answer within ${timeoutMs / 1000} s, or the host is out of reach.`, {
        cause: error,
      })
    })
    return {
      status: response.status,
      etag: response.headers.get('ETag'),
      replayed: response.headers.get('Idempotency-Replayed') === 'true',
      body: readBody(await response.text(), where),
    }
  }
