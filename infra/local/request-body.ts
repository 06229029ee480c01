import type { IncomingMessage, ServerResponse } from 'node:http'
import { serviceUnavailable } from '../../lib/store/send.ts'

/** All bodies together that may be held at one moment, whoever sends them. */
const maxHeldBytes = 64 * 1024 * 1024

/** What the function gets of a body that is too long: one too long, which it refuses in its own order and words. */
const standIn = (limitBytes: number) => Buffer.alloc(limitBytes + 1, '.')

/** The bodies that a server holds at the moment. */
export class RequestBodies {
  #heldBytes = 0

  /**
   * Reads a body and holds it while the work with it goes on. Of one that is too long it reads no more than the limit,
   * and nothing where its length is given.
   * @param limitBytes how long a body the route may have
   * @throws ApiError service_unavailable when too many bytes are held already
   */
  async hold<T>(
    request: IncomingMessage,
    response: ServerResponse,
    limitBytes: number,
    work: (body: Buffer) => Promise<T>,
  ): Promise<T> {
    const chunks: Buffer[] = []
    let bytes = 0
    const { 'content-length': length = '0', expect } = request.headers
    if (Number(length) > limitBytes) return work(standIn(limitBytes))
    if (expect !== undefined) response.writeContinue()
    try {
      // leaving the loop early must not end the connection: the answer has to go out on it
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        bytes += chunk.length
        this.#heldBytes += chunk.length
        if (this.#heldBytes > maxHeldBytes) throw serviceUnavailable()
        if (bytes > limitBytes) break
        chunks.push(chunk)
      }
      return await work(bytes > limitBytes ? standIn(limitBytes) : Buffer.concat(chunks))
    } finally {
      this.#heldBytes -= bytes
    }
  }
}
