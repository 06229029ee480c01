import { setMaxListeners } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { senderOf } from '../../lib/http/viewer-address.ts'
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

/** Limits on what callers hold without reading or sending: docs/self-hosting.md, "What it takes at once". */
export const idleLimits = {
  /** The most bytes of answers that one connection may leave unread: a few answers of the largest size. */
  unreadOfConnection: 16 * 1024 * 1024,
  /** The most bytes of answers that all connections together may leave unread. */
  unreadInAll: 64 * 1024 * 1024,
  /** How long a caller may take to read an answer, in milliseconds. */
  readMs: 120_000,
  /** The most connections of one address: a quarter of those of the server. */
  ofAddress: 1_024,
}

/** The connections of a server, and the pending requests of each. */
export class Connections {
  readonly #server: Server
  readonly #connections = new Map<Duplex, Connection>()
  /** The connections of each address, the oldest first. */
  readonly #ofAddress = new Map<string, Set<Socket>>()
  /** The answers that the service has made and the caller has not read, with their connections; the oldest first. */
  readonly #unread = new Map<ServerResponse, Duplex>()

  /** @param isShared whether many callers share the address of a connection, as behind a proxy */
  constructor(server: Server, isShared: (address: string) => boolean) {
    this.#server = server
    server.on('connection', (socket: Socket) => {
      const connection: Connection = { exchanges: new Set(), gone: new AbortController() }
      setMaxListeners(maxPipelined, connection.gone.signal) // each pending request listens to it
      this.#connections.set(socket, connection)
      socket.once('close', () => {
        connection.gone.abort()
        this.#connections.delete(socket)
      })
      const { remoteAddress } = socket // one that has closed already has none
      if (remoteAddress !== undefined && !isShared(remoteAddress))
        this.#count(socket, senderOf(remoteAddress))
    })
  }

  /** Counts a connection for its address. One too many ends the oldest that has sent nothing, or else itself. */
  #count(socket: Socket, address: string): void {
    const all = this.#ofAddress.get(address) ?? new Set()
    this.#ofAddress.set(address, all.add(socket))
    socket.once('close', () => {
      all.delete(socket)
      if (all.size === 0) this.#ofAddress.delete(address)
    })
    if (all.size <= idleLimits.ofAddress) return
    const silent = [...all].find(({ bytesRead }) => bytesRead === 0)
    ;(silent ?? socket).destroy()
    all.delete(silent ?? socket) // at once: the socket emits its event later
  }

  /**
   * Takes note that an answer is complete. What its caller does not read stays in memory, so the connection ends after a
   * while, or when it has too much unread; when all have too much, the one that has waited longest ends.
   */
  answeredWith(response: ServerResponse, { socket }: IncomingMessage): void {
    if (response.destroyed || response.writableFinished || response.writableLength === 0) return
    this.#unread.set(response, socket)
    const late = setTimeout(() => socket.destroy(), idleLimits.readMs)
    response.once('close', () => {
      clearTimeout(late)
      this.#unread.delete(response)
    })
    if (this.#unreadBytes(socket) > idleLimits.unreadOfConnection) this.#end(socket)
    while (this.#unreadBytes() > idleLimits.unreadInAll) {
      const [oldest] = this.#unread.values()
      if (oldest) this.#end(oldest)
    }
  }

  #unreadBytes(of?: Duplex): number {
    let bytes = 0
    for (const [{ writableLength }, socket] of this.#unread) {
      if (of === undefined || of === socket) bytes += writableLength
    }
    return bytes
  }

  #end(socket: Duplex): void {
    for (const [response, own] of this.#unread) {
      if (own === socket) this.#unread.delete(response) // at once: the socket emits its event later
    }
    socket.destroy()
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
