import {
  NodeApiError,
  sleep,
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestMethods,
  type IHttpRequestOptions,
  type ILoadOptionsFunctions,
  type JsonObject,
} from 'n8n-workflow'

/** Where a request can come from. */
export type Context = IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions

/** What a request may have. */
export interface Sending {
  query?: IDataObject
  body?: IDataObject
  headers?: Record<string, string>
  /** Which item of the node's input it is for: n8n names it with an error. */
  itemIndex?: number
}

interface ServiceError {
  code: string
  message: string
  docs?: string
  details?: { path: string; message: string }[]
}

/** What n8n gives with `returnFullResponse`. */
interface Answer {
  statusCode: number
  headers: Record<string, string | undefined>
  body: unknown
}

const maxRetries = 4
const maxWaitSeconds = 65

const isObject = (value: unknown): value is IDataObject => typeof value === 'object' && value !== null

const errorOf = ({ body }: Answer): ServiceError | undefined =>
  isObject(body) && isObject(body.error) && typeof body.error.message === 'string'
    ? (body.error as unknown as ServiceError) // the service's own format
    : undefined

/** How long to wait before the request is sent again, in ms; undefined if that would not help, or could create something twice. */
function waitMs(answer: Answer, isRepeatable: boolean, retries: number): number | undefined {
  const { statusCode, headers } = answer
  const isRefused = statusCode === 429 && errorOf(answer)?.code !== 'quota_exceeded'
  const isUnavailable = [502, 503, 504].includes(statusCode) && isRepeatable
  const seconds = Number(headers['retry-after'] ?? 0)
  if (!(isRefused || isUnavailable) || retries >= maxRetries || !(seconds <= maxWaitSeconds)) return undefined
  // workflows that failed at the same time do not go on at the same time
  return seconds * 1000 + Math.random() * 250 * 2 ** retries
}

/** The error that n8n shows: the service's message, then each field to change, then the page that explains the code. */
function nodeError(
  context: Context,
  url: string,
  answer: Answer,
  itemIndex: number | undefined,
): NodeApiError {
  const { statusCode, body } = answer
  const error = errorOf(answer)
  const { details = [] } = error ?? {}
  const lines = [
    // the message is what a single one says
    ...(details.length > 1 ? details : []).map(({ path, message }) => `${path} ${message}`.trim()),
    ...(error?.docs === undefined ? [] : [new URL(error.docs, url).href]),
  ]
  return new NodeApiError(context.getNode(), (isObject(body) ? body : {}) as JsonObject, {
    message:
      error?.message ?? `HTTP ${statusCode} without an answer of the Tasks API: is the base URL right?`,
    description: lines.join('\n'),
    httpCode: String(statusCode),
    ...(itemIndex !== undefined && { itemIndex }),
  })
}

/**
 * Sends a request, and waits and sends it again where the service asks for that.
 * @param path below the base URL
 * @param expected the codes of errors that are returned as any answer, with an `error`
 * @returns what the answer says
 * @throws NodeApiError for any other error
 */
export async function request(
  context: Context,
  method: IHttpRequestMethods,
  path: string,
  { query = {}, body, headers = {}, itemIndex }: Sending = {},
  expected: string[] = [],
): Promise<IDataObject> {
  const { baseUrl } = await context.getCredentials('tasksApi')
  const options: IHttpRequestOptions = {
    method,
    url: String(baseUrl).replace(/\/+$/, '') + path,
    qs: query,
    arrayFormat: 'repeat',
    headers,
    json: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    ...(body && { body }),
  }
  const isRepeatable = method !== 'POST' || 'Idempotency-Key' in headers || /\/(?:move|restore)$/.test(path)
  for (let retries = 0; ; retries += 1) {
    let answer: Answer
    try {
      answer = (await context.helpers.httpRequestWithAuthentication.call(
        context,
        'tasksApi',
        options,
      )) as Answer // that is what it gives with returnFullResponse
    } catch (error) {
      throw new NodeApiError(context.getNode(), error as JsonObject, {
        message: `${method} ${options.url} got no answer`,
        description: error instanceof Error ? error.message : '',
        ...(itemIndex !== undefined && { itemIndex }),
      })
    }
    const { statusCode: status, body: given } = answer
    if (isObject(given) && (status < 300 || expected.includes(errorOf(answer)?.code ?? ''))) return given
    const ms = waitMs(answer, isRepeatable, retries)
    if (ms === undefined) throw nodeError(context, options.url, answer, itemIndex)
    await sleep(ms)
  }
}

/**
 * The entries of a list, from all its pages.
 * @param member the list in an answer
 * @param limit at most so many
 */
export async function list(
  context: Context,
  path: string,
  member: string,
  { query = {}, itemIndex }: Sending = {},
  limit = Infinity,
): Promise<IDataObject[]> {
  const found: IDataObject[] = []
  let cursor: string | undefined
  do {
    const page = await request(context, 'GET', path, {
      query: {
        ...query,
        limit: Math.min(limit - found.length, 100),
        ...(cursor !== undefined && { cursor }),
      },
      ...(itemIndex !== undefined && { itemIndex }),
    })
    found.push(...(page[member] as IDataObject[])) // that is what the service's lists hold
    cursor = typeof page.next_cursor === 'string' ? page.next_cursor : undefined
  } while (cursor !== undefined && found.length < limit)
  return found
}
