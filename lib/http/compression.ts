import type { Context } from 'aws-lambda'
import type { ApiEvent, ApiResult, HttpHandler } from './types.ts'

/** The encodings that the service sends, the best first. */
export type Encoding = 'br' | 'gzip'
const encodings = ['br', 'gzip'] as const satisfies Encoding[]

/** A body that fits into one packet gains nothing, in bytes. */
const minBytes = 1_400

const textTypes = /^(?:text\/|image\/svg\+xml|application\/(?:json|x-ndjson|javascript)\b)/i

/**
 * Whether a body is of a type that shrinks, and long enough.
 * @param least a shorter one is sent as it is, in bytes
 */
export const isCompressible = (type: unknown, { length }: Buffer, least = minBytes): boolean =>
  length >= least && typeof type === 'string' && textTypes.test(type)

/** The best encoding that an `Accept-Encoding` allows (RFC 9110, section 12.5.3); undefined: send it as it is. */
export function acceptedEncoding(header = ''): Encoding | undefined {
  const weights = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
      const weight = parameters.find((one) => one.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = encodings
    .filter((name) => weightOf(name) > 0)
    .toSorted((one, other) => weightOf(other) - weightOf(one))
  return best
}

/** How much work to spend on a body: one that is sent once, or an asset, which is compressed once and sent often. */
const efforts = { once: { br: 4, gzip: 6 }, often: { br: 7, gzip: 9 } }

/** Compresses a body, on another thread. The module is loaded with the first one: many starts of a function need none. */
export async function compress(
  body: Buffer,
  encoding: Encoding,
  effort: keyof typeof efforts,
): Promise<Buffer> {
  const { brotliCompress, constants, gzip } = await import('node:zlib')
  const { [encoding]: level } = efforts[effort]
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const done = (error: Error | null, compressed: Buffer) => {
    if (error) reject(error)
    else resolve(compressed)
  }
  if (encoding === 'gzip') gzip(body, { level }, done)
  else {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    }
    brotliCompress(body, { params }, done)
  }
  return promise
}

/**
 * How an answer of the API is sent: in an encoding, or as it is, and the headers that say so. An answer keeps its ETag as it
 * is, though RFC 9110, section 8.8.3.3, asks for another one, so that caches and ranges do not mix up encodings: nothing may
 * store these answers, and there are no ranges.
 * @param accepted the request's `Accept-Encoding`
 * @param leastWithETag one with an ETag is compressed from this many bytes on
 */
export function encodingOf(
  accepted: string | undefined,
  headers: ApiResult['headers'],
  body: Buffer,
  leastWithETag?: number,
): { encoding: Encoding | undefined; headers: Record<string, string> } {
  const names = new Map(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
  const least = names.has('etag') ? leastWithETag : undefined
  // the sandbox serves bundles, whose answers are compressed already
  if (names.has('content-encoding') || !isCompressible(names.get('content-type'), body, least))
    return { encoding: undefined, headers: {} }
  const encoding = acceptedEncoding(accepted)
  const varies = { Vary: 'Accept-Encoding' }
  return { encoding, headers: encoding ? { ...varies, 'Content-Encoding': encoding } : varies }
}

/** A handler as Lambda calls it. */
type Answering = (event: ApiEvent, context: Context) => Promise<ApiResult>

/**
 * Compresses the answers of a function on AWS, because an HTTP API does not, and CloudFront would make their ETags weak. A
 * short answer with an ETag is not worth it here: nothing of a stage compresses it instead.
 */
export const compressing =
  (handler: HttpHandler): Answering =>
  async (event, context) => {
    const result = await (handler as Answering)(event, context) // all our handlers are asynchronous
    const { body: text = '', headers: own, isBase64Encoded } = result
    const body = Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8')
    // an event from elsewhere than the gateway has no headers
    const accepted = (event as Partial<ApiEvent> | null)?.headers?.['accept-encoding']
    const { encoding, headers } = encodingOf(accepted, own, body)
    if (!encoding) return { ...result, headers: { ...own, ...headers } }
    const compressed = await compress(body, encoding, 'once')
    return {
      ...result,
      headers: { ...own, ...headers },
      body: compressed.toString('base64'),
      isBase64Encoded: true,
    }
  }

/** Bodies that are sent often, in the encodings that were asked for. Each is made once, even if many ask at once. */
export class KeptBodies<K> {
  readonly #bodies = new Map<K, Map<Encoding | undefined, Promise<Buffer>>>()

  /** Returns a body, and makes it at the first time. */
  async get(key: K, encoding: Encoding | undefined, make: () => Buffer | Promise<Buffer>): Promise<Buffer> {
    const ofKey = this.#bodies.get(key) ?? new Map<Encoding | undefined, Promise<Buffer>>()
    this.#bodies.set(key, ofKey)
    const body = ofKey.get(encoding) ?? Promise.resolve(make())
    ofKey.set(encoding, body)
    return body
  }
}
