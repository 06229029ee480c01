import type { EventEmitter } from 'node:events'

/**
 * Waits until a server, a connection or a response has closed. Unlike `once` of node:events, it never rejects: a
 * connection that the caller has reset is closed too, and its error concerns nobody.
 */
export const closed = (emitter: EventEmitter & { destroyed?: boolean }): Promise<void> =>
  new Promise((resolve) => {
    if (emitter.destroyed) resolve()
    else emitter.once('close', resolve)
  })
