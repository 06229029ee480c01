import { Agent as PlainAgent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import type { Socket } from 'node:net'

/** Bytes that come without a request are not an answer, and the next answer cannot be told apart from them. */
function closeUnasked(this: Socket): void {
  this.destroy()
}

/**
 * The connections of one round of deliveries. Each leads to an address that was checked when it was made, and is used
 * again only for the same protocol, host and port. Its creator closes it at the end of the round.
 */
export class KeptConnections {
  readonly #agents = new Map<boolean, PlainAgent>()
  #isOver = false

  /** The agent of a request: `false` gives it its own connection, which is closed after it. */
  agentFor(isPlain: boolean): PlainAgent | false {
    if (this.#isOver) return false
    const agent = this.#agents.get(isPlain) ?? this.#newAgent(isPlain)
    this.#agents.set(isPlain, agent)
    return agent
  }

  #newAgent(isPlain: boolean): PlainAgent {
    const options = { keepAlive: true }
    // no TLS session is kept, either: each connection checks the receiver's certificate itself
    const agent = isPlain ? new PlainAgent(options) : new TlsAgent({ ...options, maxCachedSessions: 0 })
    agent.on('free', (socket: Socket) => {
      if (this.#isOver) socket.destroy()
      else socket.once('data', closeUnasked)
    })
    return agent
  }

  /** Records that a request uses a connection: the next bytes are its answer. */
  static use(socket: Socket): void {
    socket.off('data', closeUnasked)
  }

  /** Closes the connections that are not in use, and keeps none from now on. */
  close(): void {
    this.#isOver = true
    const free = [...this.#agents.values()].flatMap(({ freeSockets }) => Object.values(freeSockets).flat())
    for (const socket of free) socket?.destroy()
  }
}
