import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { listenDuringTest } from './listen.ts'

/** What a proxy that compresses does to an answer. */
interface Compressor {
  /** The shortest body that it compresses, in bytes. */
  least: number
  /** Whether it compresses answers with a status. */
  takes: (status: number) => boolean
  headers: (etag: string) => OutgoingHttpHeaders
}

/** As nginx 1.22, Apache 2.4 and Caddy 2.6 of Debian were seen to do with JSON, asked for gzip. */
export const compressors = {
  nginx: {
    least: 20,
    takes: (status) => [200, 403, 404].includes(status),
    headers: (etag) => ({ ETag: etag.replace(/^"/, 'W/"') }),
  },
  Apache: {
    least: 1,
    takes: (status) => status === 200,
    headers: (etag) => ({ ETag: etag.replace(/"$/, '-gzip"'), Vary: 'Accept-Encoding' }),
  },
  Caddy: { least: 512, takes: () => true, headers: (etag) => ({ ETag: etag, Vary: 'Accept-Encoding' }) },
} satisfies Record<string, Compressor>

/**
 * Puts a proxy that compresses in front of a service, until the test ends. An answer that is encoded already stays as it is.
 * @param hidesEncodings whether the service does not see which encodings the caller takes, so that it compresses nothing, as on AWS
 * @returns its URL, without a path
 */
export async function openCompressingProxy(
  port: number,
  { least, takes, headers: rewritten }: Compressor,
  hidesEncodings: boolean,
): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const { method, url: path, headers } = request
      const { 'accept-encoding': accepted = '', ...others } = headers
      const passed = hidesEncodings ? others : headers
      const onward = ask({ port, host: '127.0.0.1', method, path, headers: passed }).end(
        await buffer(request),
      )
      const [answer] = (await once(onward, 'response')) as [IncomingMessage] // that is what the event has
      const { statusCode = 0, headers: answered } = answer
      const body = await buffer(answer)
      const isCompressed =
        accepted.includes('gzip') &&
        answered['content-encoding'] === undefined &&
        answered['content-type'] === 'application/json' &&
        body.length >= least &&
        takes(statusCode)
      if (!isCompressed) return response.writeHead(statusCode, answered).end(body)
      const { etag, ...kept } = answered
      delete kept['content-length']
      const changed = etag === undefined ? {} : rewritten(etag)
      return response
        .writeHead(statusCode, { ...kept, 'Content-Encoding': 'gzip', ...changed })
        .end(gzipSync(body))
    })()
  })
  return listenDuringTest(server)
}
