import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createServer } from 'node:tls'
import { listenHere } from '../listen.ts'

const pathOf = (name: string) => fileURLToPath(import.meta.resolve(`./tls/${name}`))

/** The certificate authority that a measured process must trust. */
export const certificatePath = pathOf('certificate.pem')

/** Speaks TLS in front of the local engine, which has none, and notes how often its callers wait. */
export class TlsFront {
  /** When each round trip began, in milliseconds since 1970. Requests side by side are one. */
  readonly roundTrips: number[] = []
  #waiting = new Set<Socket>()
  #server

  /** @param engine the engine's endpoint */
  constructor(engine: string) {
    const { hostname, port } = new URL(engine)
    const files = { key: readFileSync(pathOf('key.pem')), cert: readFileSync(certificatePath) }
    this.#server = createServer(files, (socket) => {
      const inner = connect(Number(port), hostname)
      socket.on('data', (chunk: Buffer) => {
        if (chunk.toString('latin1').toLowerCase().includes('x-amz-target:')) this.#noteRequest(socket)
      })
      inner.on('data', () => this.#waiting.delete(socket))
      socket.pipe(inner).pipe(socket)
      socket.on('close', () => this.#waiting.delete(socket))
      // a measured process ends without closing its connection
      for (const end of [socket, inner]) end.on('error', () => [socket, inner].map((one) => one.destroy()))
    })
  }

  #noteRequest(socket: Socket): void {
    if (this.#waiting.size === 0) this.roundTrips.push(Date.now())
    this.#waiting.add(socket)
  }

  /** Starts to listen. Returns the endpoint. */
  async listen(): Promise<string> {
    return `https://${await listenHere(this.#server)}`
  }

  close(): void {
    this.#server.close()
  }
}
