import type { OutgoingHttpHeaders } from 'node:http'
import { staticRoutes } from '../../lib/contract/static.ts'
import type { ApiResult } from '../../lib/http/types.ts'
import { acceptedEncoding, compress, isCompressible, KeptBodies } from './compression.ts'

/** The static answers in the encodings that were asked for: the same text for everyone, compressed once. */
const staticAnswers = new KeptBodies<string>()
const staticIds = new Set<string>(staticRoutes.map(({ id }) => id))

/** What an answer sends: its body as the caller takes it. */
export interface Content {
  body: Buffer
  headers: OutgoingHttpHeaders
}

/**
 * Compresses the body of an answer if the caller takes that. One with a strong ETag stays: compressed, it would be other
 * bytes.
 * @param accepted the request's `Accept-Encoding`
 * @param id the function's
 */
export async function contentOf(
  accepted: string | undefined,
  id: string,
  { statusCode = 200, headers = {}, body: text = '', isBase64Encoded }: ApiResult,
): Promise<Content> {
  const whole = () => Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8')
  const isStatic = staticIds.has(id) && statusCode === 200 // an error names its request
  const body = isStatic ? await staticAnswers.get(text, undefined, whole) : whole()
  const names = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  if (names.has('etag') || !isCompressible(names.get('content-type'), body)) return { body, headers: {} }
  const encoding = acceptedEncoding(accepted)
  if (!encoding) return { body, headers: { Vary: 'Accept-Encoding' } }
  return {
    body: isStatic
      ? await staticAnswers.get(text, encoding, () => compress(body, encoding, 'often'))
      : await compress(body, encoding, 'once'),
    headers: { Vary: 'Accept-Encoding', 'Content-Encoding': encoding },
  }
}
