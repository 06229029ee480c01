import { setMaxListeners } from 'node:events'
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

/** What goes on on one connection; `gone` fires when it closes. */
interface Connection {
  exchanges: Set<Exchange>
  gone: AbortController
}

/**
 * How many requests of one connection may wait for their answers (HTTP/1.1 pipelining). All of them wait for turns, so
 * one that sends on and on would keep everybody else waiting.
 */
const mostPipelined = 100

/** The connections of a server, and what goes on on each of them. */
export class Connections {
  readonly #server: Server
  readonly #connections = new Map<Duplex, Connection>()

  constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket: Duplex) => {
      const connection: Connection = { exchanges: new Set(), gone: new AbortController() }
      setMaxListeners(mostPipelined, connection.gone.signal) // as many requests may wait for a turn
      this.#connections.set(socket, connection)
      socket.once('close', () => {
        connection.gone.abort()
        this.#connections.delete(socket)
      })
    })
  }

  /**
   * Notes that a request has begun to arrive; its connection is cut when too many of it wait.
   * @returns fires when the caller goes away
   */
  add(exchange: Exchange): AbortSignal {
    const { socket } = exchange.request
    const connection = this.#connections.get(socket)
    if (!connection) return AbortSignal.abort()
    const { exchanges, gone } = connection
    exchanges.add(exchange)
    exchange.response.once('close', () => exchanges.delete(exchange))
    if (exchanges.size > mostPipelined) {
      gone.abort() // at once: the socket closes later, after what it has still in hand
      socket.destroy()
    }
    return gone.signal
  }

  /** The answers to requests that have come in whole. */
  #dueOn(socket: Duplex): ServerResponse[] {
    const exchanges = [...(this.#connections.get(socket)?.exchanges ?? [])]
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
      for (const socket of this.#connections.keys()) {
        if (late || this.#dueOn(socket).length === 0) socket.destroy()
      }
    }, checkMs)
    await serverClosed
    clearInterval(cutting)
  }
}
