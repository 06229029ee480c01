import type { EventEmitter } from 'node:events'

/**
 * Waits until a server, a connection or a response has closed. Unlike `once` of node:events, it never rejects: a
 * connection that the caller reset is closed, too, and its error does not matter.
 */
export const closed = (emitter: EventEmitter & { destroyed?: boolean }): Promise<void> =>
  new Promise((resolve) => {
    if (emitter.destroyed) resolve()
    else emitter.once('close', resolve)
  })
