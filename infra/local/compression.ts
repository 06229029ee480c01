import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The encodings that the service sends, the best first. */
export type Encoding = 'br' | 'gzip'
const encodings = ['br', 'gzip'] as const satisfies Encoding[]

/** A body that fits into one packet gains nothing, in bytes. */
const minBytes = 1_400

const textTypes = /^(?:text\/|image\/svg\+xml|application\/(?:json|x-ndjson|javascript)\b)/i

/** Whether a body is long enough, and of a type that shrinks. */
export const isCompressible = (type: unknown, { length }: Buffer): boolean =>
  length >= minBytes && typeof type === 'string' && textTypes.test(type)

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

/** Compresses a body, on another thread. */
export async function compress(
  body: Buffer,
  encoding: Encoding,
  effort: keyof typeof efforts,
): Promise<Buffer> {
  const { [encoding]: level } = efforts[effort]
  if (encoding === 'gzip') return promisify(gzip)(body, { level })
  const params = { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return promisify(brotliCompress)(body, { params })
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
