import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { serviceUnavailable } from '../../lib/table/send.ts'

/** The most bytes that all bodies together may take in memory at one time. */
const maxHeldBytes = 64 * 1024 * 1024

const standIns = new Map<number, string>()

/**
 * The body that the function gets in place of one that is too long: it has one byte more than the limit, so the
 * function refuses it. All requests share it, so a body that is announced but not read takes no memory.
 */
function standIn(limitBytes: number): string {
  const text = standIns.get(limitBytes) ?? '.'.repeat(limitBytes + 1)
  standIns.set(limitBytes, text)
  return text
}

/**
 * Reads a request until `take` returns false, and leaves its connection open, because the answer needs it. It uses
 * events, because an iterator makes several promises for each chunk: with it, 30 bodies in chunks of one byte delayed
 * all others for seconds.
 * @param take gets each chunk
 * @throws whatever `take` throws; Error when the caller closes the connection before the end
 */
async function readWhile(request: IncomingMessage, take: (chunk: Buffer) => boolean): Promise<void> {
  const { promise: left, resolve, reject } = Promise.withResolvers<undefined>()
  const onData = (chunk: Buffer) => {
    try {
      if (take(chunk)) return
      resolve(undefined)
    } catch (error) {
      reject(error)
    }
    request.off('data', onData).pause()
  }
  const done = new AbortController()
  const end = finished(request, { writable: false, signal: done.signal })
  request.on('data', onData)
  try {
    await Promise.race([end, left])
  } finally {
    request.off('data', onData)
    done.abort()
    await end.catch(() => undefined)
  }
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
    const take = (chunk: Buffer) => {
      const start = bytes
      bytes += chunk.length
      if (bytes > held.length) resize(Math.min(Math.max(bytes, 2 * held.length), limitBytes))
      if (this.#heldBytes > maxHeldBytes) throw serviceUnavailable()
      chunk.copy(held, start)
      return bytes <= limitBytes
    }
    try {
      await readWhile(request, take)
      if (bytes > limitBytes) {
        resize(0)
        return await work(standIn(limitBytes))
      }
      return await work(held.subarray(0, bytes))
    } finally {
      resize(0)
    }
  }
}
