import { setMaxListeners } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { closed } from './closed.ts'

/** When the server stops: how long a kept-alive connection may still send one more request. */
const lastRequestMs = 500
/** When the server stops: how long the pending answers may take. */
const lastAnswersMs = 4_000
const checkMs = 50

/** A request that has begun to arrive, and its answer, which is not sent yet. */
interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** The pending requests of one connection. `gone` aborts when the connection closes. */
interface Connection {
  exchanges: Set<Exchange>
  gone: AbortController
}

/**
 * How many requests of one connection may wait for their answers (HTTP/1.1 pipelining). Each of them waits for a turn,
 * so a connection without this limit could keep all others waiting.
 */
const maxPipelined = 100

/** The connections of a server, and the pending requests of each. */
export class Connections {
  readonly #server: Server
  readonly #connections = new Map<Duplex, Connection>()

  constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket: Duplex) => {
      const connection: Connection = { exchanges: new Set(), gone: new AbortController() }
      setMaxListeners(maxPipelined, connection.gone.signal) // each pending request listens to it
      this.#connections.set(socket, connection)
      socket.once('close', () => {
        connection.gone.abort()
        this.#connections.delete(socket)
      })
    })
  }

  /**
   * Adds a request that has begun to arrive. The connection is closed if it has too many pending requests.
   * @returns a signal that aborts when the connection closes
   */
  add(exchange: Exchange): AbortSignal {
    const { socket } = exchange.request
    const connection = this.#connections.get(socket)
    if (!connection) return AbortSignal.abort()
    const { exchanges, gone } = connection
    exchanges.add(exchange)
    exchange.response.once('close', () => exchanges.delete(exchange))
    if (exchanges.size > maxPipelined) {
      gone.abort() // at once: the socket emits its event later
      socket.destroy()
    }
    return gone.signal
  }

  /** The pending answers to requests that have arrived completely. */
  #dueOn(socket: Duplex): ServerResponse[] {
    const exchanges = [...(this.#connections.get(socket)?.exchanges ?? [])]
    return exchanges.filter(({ request }) => request.complete).map(({ response }) => response)
  }

  /** Waits until all requests that have arrived completely on this connection are answered. */
  async answered(socket: Duplex): Promise<void> {
    await Promise.race([Promise.all(this.#dueOn(socket).map(closed)), closed(socket)])
  }

  /**
   * Closes the server after the pending answers have been sent, for at most 4 s. Open connections may send one more
   * request within half a second. Then connections that are idle, or whose request is incomplete, are closed.
   */
  async drain(): Promise<void> {
    const serverClosed = closed(this.#server)
    NetServer.prototype.close.call(this.#server) // close of http.Server would close idle connections at once
    const startedMs = Date.now()
    await Promise.race([serverClosed, sleep(lastRequestMs)])
    const closing = setInterval(() => {
      const late = Date.now() - startedMs > lastAnswersMs
      for (const socket of this.#connections.keys()) {
        if (late || this.#dueOn(socket).length === 0) socket.destroy()
      }
    }, checkMs)
    await serverClosed
    clearInterval(closing)
  }
}
