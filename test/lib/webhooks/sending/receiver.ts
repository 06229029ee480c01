import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/tls/${name}`, import.meta.url), 'utf8')

export const certificate = fixture('certificate.pem')

/**
 * Starts a server on loopback, and stops it at the end of the test. It closes no connection itself, so a test whose
 * sender leaves a connection open does not end.
 */
async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(
    () =>
      new Promise<void>(
        (resolve) =>
          void server.close(() => {
            resolve()
          }),
      ),
  )
  return (server.address() as AddressInfo).port // it listens to TCP
}

/** Starts an HTTP server. Returns its port. */
export const receive = (listener: RequestListener, host?: string): Promise<number> =>
  listen(createServer(listener), host)

/** Starts an HTTPS server with a certificate for receiver.example. Returns its port. */
export const receiveTls = (listener: RequestListener): Promise<number> =>
  listen(createTlsServer({ key: fixture('key.pem'), cert: certificate }, listener))

/** Starts a server that does with a connection what it likes. Returns its port. */
export const receiveTcp = (onConnection: (socket: Socket) => void): Promise<number> =>
  listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined) // the sender closes the connection as it likes
      onConnection(socket)
      socket.resume() // sees the end of the connection
    }),
  )
