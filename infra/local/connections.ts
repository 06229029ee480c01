import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { closed } from './closed.ts'

/** How long a request that is on its way on a kept connection may take to arrive while the server stops. */
const lastRequestMs = 500
/** How long the answers that are under way may take then. */
const lastAnswersMs = 4_000
const checkMs = 50

/** A request that has begun to arrive, and its answer, which is not out. */
interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** The connections of a server, and what goes on on each of them. */
export class Connections {
  readonly #server: Server
  readonly #exchanges = new Map<Duplex, Set<Exchange>>()

  constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket: Duplex) => {
      this.#exchanges.set(socket, new Set())
      socket.once('close', () => this.#exchanges.delete(socket))
    })
  }

  /** Notes that a request has begun to arrive. */
  add(exchange: Exchange): void {
    const exchanges = this.#exchanges.get(exchange.request.socket)
    exchanges?.add(exchange)
    exchange.response.once('close', () => exchanges?.delete(exchange))
  }

  /** The answers to requests that have come in whole. */
  #dueOn(socket: Duplex): ServerResponse[] {
    const exchanges = [...(this.#exchanges.get(socket) ?? [])]
    return exchanges.filter(({ request }) => request.complete).map(({ response }) => response)
  }

  /** Waits until the requests that have come in whole on this connection are answered. */
  async answered(socket: Duplex): Promise<void> {
    await Promise.race([Promise.all(this.#dueOn(socket).map(closed)), closed(socket)])
  }

  /**
   * Closes the server once every answer that is under way has gone out, in 4 s at most. Who keeps a connection open has
   * half a second to ask for one more; then what is idle, silent or half sent is cut.
   */
  async drain(): Promise<void> {
    const serverClosed = closed(this.#server)
    NetServer.prototype.close.call(this.#server) // HTTP's own cuts idle connections at once
    const startedMs = Date.now()
    await Promise.race([serverClosed, sleep(lastRequestMs)])
    const cutting = setInterval(() => {
      const late = Date.now() - startedMs > lastAnswersMs
      for (const socket of this.#exchanges.keys()) {
        if (late || this.#dueOn(socket).length === 0) socket.destroy()
      }
    }, checkMs)
    await serverClosed
    clearInterval(cutting)
  }
}
