import type { EventEmitter } from 'node:events'

/**
 * Waits until a server, a connection or an answer has closed. It never fails, where `once` of node:events would: a
 * connection that its caller resets has closed too, and nobody else hears of its error.
 */
export const closed = (emitter: EventEmitter & { destroyed?: boolean }): Promise<void> =>
  new Promise((resolve) => {
    if (emitter.destroyed) resolve()
    else emitter.once('close', resolve)
  })
