import type { IncomingMessage, ServerResponse } from 'node:http'
import { serviceUnavailable } from '../../lib/store/send.ts'

/** All bodies together that may be held at one moment, whoever sends them. */
const maxHeldBytes = 64 * 1024 * 1024

const standIns = new Map<number, string>()

/**
 * What the function gets of a body that is too long: one too long, which it refuses in its own order and words. One for all
 * requests: a body that is only announced takes no memory, so what stands for it must take none either.
 */
function standIn(limitBytes: number): string {
  const text = standIns.get(limitBytes) ?? '.'.repeat(limitBytes + 1)
  standIns.set(limitBytes, text)
  return text
}

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
    work: (body: Buffer | string) => Promise<T>,
  ): Promise<T> {
    const { 'content-length': length = '0', expect } = request.headers
    if (Number(length) > limitBytes) return work(standIn(limitBytes))
    if (expect !== undefined) response.writeContinue()
    // in one piece, for a small chunk by itself takes a hundred times its bytes
    let held = Buffer.alloc(0)
    const resize = (toBytes: number) => {
      this.#heldBytes += toBytes - held.length
      const resized = Buffer.alloc(toBytes)
      held.copy(resized)
      held = resized
    }
    let bytes = 0
    try {
      // leaving the loop early must not end the connection: the answer has to go out on it;
      // and chunks are buffers, since no encoding is set
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
