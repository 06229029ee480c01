import type { IncomingMessage, ServerResponse } from 'node:http'
import { serviceUnavailable } from '../../lib/store/send.ts'

/** The most bytes that all bodies together may take in memory at one time. */
const maxHeldBytes = 64 * 1024 * 1024

const standIns = new Map<number, string>()

/**
 * What the function gets instead of a body that is too long: one byte more than the limit, so that it refuses it. All
 * requests share it, so that a body whose length is announced but which is not read takes no memory.
 */
function standIn(limitBytes: number): string {
  const text = standIns.get(limitBytes) ?? '.'.repeat(limitBytes + 1)
  standIns.set(limitBytes, text)
  return text
}

/** The request bodies that the server holds in memory. */
export class RequestBodies {
  #heldBytes = 0

  /**
   * Reads a body, and counts its memory until `work` is done. Of a body that is too long it reads at most the limit; it
   * reads nothing if the Content-Length exceeds the limit.
   * @param limitBytes the route's limit, at most 256 KiB
   * @param work gets the body
   * @throws ApiError service_unavailable when all bodies together take too much memory; any error of `work`
   */
  async hold<T>(
    request: IncomingMessage,
    response: ServerResponse,
    limitBytes: number,
    work: (body: Buffer | string) => Promise<T>,
  ): Promise<T> {
    const { 'content-length': length = '0', expect } = request.headers
    if (Number(length) > limitBytes) return work(standIn(limitBytes))
    if (expect !== undefined) response.writeContinue()
    // one buffer, because each small chunk would take a hundred times its size
    let held = Buffer.alloc(0)
    const resize = (toBytes: number) => {
      this.#heldBytes += toBytes - held.length
      const resized = Buffer.alloc(toBytes)
      held.copy(resized)
      held = resized
    }
    let bytes = 0
    try {
      // leaving the loop early must not close the connection, which the answer needs;
      // the chunks are buffers, since no encoding is set
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        const start = bytes
        bytes += chunk.length
        if (bytes > limitBytes) {
          resize(0)
          return await work(standIn(limitBytes))
        }
        if (bytes > held.length) resize(Math.min(Math.max(bytes, 2 * held.length), limitBytes))
        if (this.#heldBytes > maxHeldBytes) throw serviceUnavailable()
        chunk.copy(held, start)
      }
      return await work(held.subarray(0, bytes))
    } finally {
      resize(0)
    }
  }
}
